; The entry of a program whose number of arguments is a choice: it asks for the number first.

declare i64 @__pl_syscall(i64, i64, i64, i64, i64, i64, i64)
declare i32 @__pl_start(i32, ptr, ptr, ptr)

define i32 @__pl_start_chosen(i32 %argc, ptr %argv, ptr %envp, ptr %auxv) {
  %most = zext i32 %argc to i64
  %vector = ptrtoint ptr %argv to i64
  %n = call i64 @__pl_syscall(i64 1000000, i64 %most, i64 %vector, i64 0, i64 0, i64 0, i64 0)
  %chosen = trunc i64 %n to i32
  %status = call i32 @__pl_start(i32 %chosen, ptr %argv, ptr %envp, ptr %auxv)
  ret i32 %status
}
