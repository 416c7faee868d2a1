
define i32 @f(i32 %x) {
  %n = alloca i32
  %c = icmp slt i32 %x, 0
  br i1 %c, label %neg, label %pos
neg:
  %m = sub i32 0, %x
  br label %join
pos:
  br label %join
join:
  %v = phi i32 [ %m, %neg ], [ %x, %pos ]
  store i32 %v, ptr %n
  %r = load i32, ptr %n
  %s = mul i32 %r, %r
  ret i32 %s
}
