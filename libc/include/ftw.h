/* The type codes of tree walks are glibc's. */
#include_next <ftw.h>

#undef FTW_F
#undef FTW_D
#undef FTW_DNR
#undef FTW_NS
#undef FTW_SL
#undef FTW_DP
#undef FTW_SLN
#define FTW_F 0
#define FTW_D 1
#define FTW_DNR 2
#define FTW_NS 3
#define FTW_SL 4
#define FTW_DP 5
#define FTW_SLN 6
