/* ecvt, fcvt and their kin: old conversions of numbers to digits. glibc scales by
 * powers of ten in floating point and keeps 17 digits (21 of a long double). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAMILY(T, prefix, suffix, max_digits, smallest, smallest_exponent, L) \
int prefix##fcvt_r(T value, int n_digits, int *restrict point, int *restrict sign, char *restrict buf, size_t size) \
{ \
	if (!buf) return -1; \
	int left = 0; \
	*sign = isfinite(value) && signbit(value) != 0; \
	if (*sign) value = -value; \
	if (!isfinite(value)) { \
		*point = 0; \
		strncpy(buf, isnan(value) ? (signbit(value) ? "-nan" : "nan") : value < 0 ? "-inf" : "inf", size); \
		return 0; \
	} \
	for (; n_digits < 0; n_digits++) { \
		if (value < 10) { n_digits = 0; break; } \
		value /= 10; \
		left++; \
	} \
	int n = snprintf(buf, size, "%.*" L "f", n_digits < max_digits ? n_digits : max_digits, value), i = 0; \
	if (n >= (int)size) return -1; \
	while (i < n && buf[i] >= '0' && buf[i] <= '9') i++; \
	*point = i; \
	if (i < n) { \
		int skip = i + 1; \
		if (i == 1 && buf[0] == '0' && value != 0) { \
			--*point; \
			while (skip < n && buf[skip] == '0') { \
				--*point; \
				skip++; \
			} \
			i = 0; \
		} \
		memmove(buf + i, buf + skip, n - skip + 1); \
	} \
	*point += left; \
	if (left && buf[0]) { \
		size_t length = strlen(buf); \
		while (left-- && length + 1 < size) buf[length++] = '0'; \
		buf[length] = 0; \
	} \
	return 0; \
} \
int prefix##ecvt_r(T value, int n_digits, int *restrict point, int *restrict sign, char *restrict buf, size_t size) \
{ \
	int exponent = 0; \
	if (isfinite(value) && value != 0) { \
		T d = fabs##suffix(value), f = 1; \
		if (d < smallest) { \
			value /= smallest; \
			d = fabs##suffix(value); \
			exponent += smallest_exponent; \
		} \
		if (d < 1) { \
			do { f *= 10; exponent--; } while (d * f < 1); \
			value *= f; \
		} else if (d >= 10) { \
			do { f *= 10; exponent++; } while (d >= f * 10); \
			value /= f; \
		} \
	} \
	if (n_digits <= 0 && size) { \
		buf[0] = 0; \
		*point = 1; \
		*sign = isfinite(value) && signbit(value) != 0; \
	} else if (prefix##fcvt_r(value, (n_digits < max_digits ? n_digits : max_digits) - 1, point, sign, buf, size)) return -1; \
	*point += exponent; \
	return 0; \
} \
char *prefix##ecvt(T value, int n_digits, int *point, int *sign) \
{ \
	static char text[64]; \
	prefix##ecvt_r(value, n_digits, point, sign, text, sizeof text); \
	return text; \
} \
char *prefix##fcvt(T value, int n_digits, int *point, int *sign) \
{ \
	static char text[5000]; \
	prefix##fcvt_r(value, n_digits, point, sign, text, sizeof text); \
	return text; \
} \
char *prefix##gcvt(T value, int n_digits, char *buf) \
{ \
	sprintf(buf, "%.*" L "g", n_digits < max_digits ? n_digits : max_digits, value); \
	return buf; \
}

FAMILY(double, , , 17, 1e-307, -307, "")
FAMILY(long double, q, l, 21, 1e-4931L, -4931, "L")

/* Base 64 with the lowest digits first; the value is never negative here. */
long a64l(const char *s)
{
	unsigned value = 0;
	for (int shift = 0; shift < 36; shift += 6, s++) {
		unsigned d;
		if (*s >= '.' && *s <= '9') d = *s - '.';
		else if (*s >= 'A' && *s <= 'Z') d = *s - 'A' + 12;
		else if (*s >= 'a' && *s <= 'z') d = *s - 'a' + 38;
		else break;
		value |= d << shift;
	}
	return value;
}
