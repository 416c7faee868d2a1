/* The tables behind tolower() and toupper(): glibc's cover -128 to 255, and outside of
 * ASCII every character is its own counterpart. -1 (EOF) stays -1. */
#include <stdint.h>

#define ROW(f, n) f(n), f(n + 1), f(n + 2), f(n + 3), f(n + 4), f(n + 5), f(n + 6), f(n + 7)
#define ROWS(f, n) ROW(f, n), ROW(f, n + 8), ROW(f, n + 16), ROW(f, n + 24), ROW(f, n + 32), \
	ROW(f, n + 40), ROW(f, n + 48), ROW(f, n + 56)
#define TABLE(f) { ROWS(f, -128), ROWS(f, -64), ROWS(f, 0), ROWS(f, 64), ROWS(f, 128), ROWS(f, 192) }
#define AS_BYTE(c) ((c) < -1 ? (c) + 256 : (c))
#define LOWER(c) ((c) >= 'A' && (c) <= 'Z' ? (c) + 32 : AS_BYTE(c))
#define UPPER(c) ((c) >= 'a' && (c) <= 'z' ? (c) - 32 : AS_BYTE(c))

static const int32_t lower_table[] = TABLE(LOWER), upper_table[] = TABLE(UPPER);
static const int32_t *lower = lower_table + 128, *upper = upper_table + 128;

const int32_t **__ctype_tolower_loc(void) { return &lower; }
const int32_t **__ctype_toupper_loc(void) { return &upper; }
