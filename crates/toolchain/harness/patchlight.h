/* Two versions of a program in one source.
 *
 * change(old, new) is `old` in the old version and `new` in the new one; each version evaluates
 * only its own. PATCHLIGHT_INIT(old, new) is the same for initialisers of objects that live as long
 * as the program. Compiled as it is, or with -DPATCHLIGHT_NEW, the program is its new version, with
 * -DPATCHLIGHT_OLD its old one; `patchlight shadow` runs both at once. */
#ifndef PATCHLIGHT_H
#define PATCHLIGHT_H

#if defined(PATCHLIGHT_OLD)
#define change(old_value, new_value) (old_value)
#define PATCHLIGHT_INIT(old_value, new_value) old_value
#elif defined(PATCHLIGHT_BOTH)
#ifdef __cplusplus
extern "C"
#endif
int __patchlight_is_old(void);
/* The comma has the compiler make a value of it, even where it is a condition: both versions then
 * come to one branch, which they may take differently. */
#define change(old_value, new_value) ((void)0, __patchlight_is_old() ? (old_value) : (new_value))
#define PATCHLIGHT_INIT(old_value, new_value) new_value
#else
#define change(old_value, new_value) (new_value)
#define PATCHLIGHT_INIT(old_value, new_value) new_value
#endif

#endif
