
@private = private constant i8 1
@common = common global i32 0
@weak = weak global i32 1
@maybe = extern_weak global i32
$group = comdat any
@group = linkonce_odr global i32 2, comdat
define internal void @internal() {
  ret void
}
define available_externally void @elsewhere() {
  ret void
}
declare extern_weak void @optional()
define void @"\01renamed"() {
  ret void
}
