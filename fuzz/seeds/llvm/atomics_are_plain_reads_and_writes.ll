
define i32 @f(ptr %p, i32 %old, i32 %new) {
  %1 = cmpxchg ptr %p, i32 %old, i32 %new seq_cst seq_cst
  %2 = extractvalue { i32, i1 } %1, 0
  %3 = atomicrmw umax ptr %p, i32 %2 monotonic
  fence seq_cst
  ret i32 %3
}
