/* PLAIN: there is no old version. EQUAL: both versions have the same values. COMPUTED: an expression that
 * is equal to the new one, one that differs now and then, and the new one. */
#include <patchlight.h>

#if defined(PLAIN)
#define VERSIONS(old, new) (new)
#define COMPUTED(equal, old, new) (new)
#elif defined(EQUAL)
#define VERSIONS(old, new) change(new, new)
#define COMPUTED(equal, old, new) change(equal, new)
#else
#define VERSIONS(old, new) change(old, new)
#define COMPUTED(equal, old, new) change(old, new)
#endif
