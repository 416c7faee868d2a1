/* PLAIN: there is no old version. EQUAL: both versions have the same values. */
#include <patchlight.h>

#if defined(PLAIN)
#define VERSIONS(old, new) (new)
#elif defined(EQUAL)
#define VERSIONS(old, new) change(new, new)
#else
#define VERSIONS(old, new) change(old, new)
#endif
