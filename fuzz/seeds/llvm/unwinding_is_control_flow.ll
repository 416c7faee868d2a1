define void @f() personality ptr @g {
  %1 = invoke i32 @g(i32 3) #0
          to label %ok unwind label %bad
ok:
  callbr void asm "jmp $0", "!i"() to label %done [label %bad2, label %done]
bad:
  %2 = landingpad { ptr, i32 }
          cleanup
          catch ptr null
          filter [1 x ptr] [ptr @x]
  resume { ptr, i32 } %2
bad2:
  %3 = cleanuppad within none [ptr null, i32 64]
  cleanupret from %3 unwind label %sw
sw:
  %4 = catchswitch within none [label %pad] unwind to caller
pad:
  %5 = catchpad within %4 [i32 1]
  catchret from %5 to label %done
done:
  ret void
}
declare i32 @g(i32)
@x = external global i8
