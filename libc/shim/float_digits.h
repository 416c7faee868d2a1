/* Exact decimal digits of a binary floating-point number, in integers only. */
#ifndef PL_FLOAT_DIGITS_H
#define PL_FLOAT_DIGITS_H

#include <stdint.h>
#include <string.h>

/* A number is mantissa * 2^exponent; infinities and NaNs are told by `kind`. */
struct binary_float {
	enum { FINITE, INFINITE, NOT_A_NUMBER } kind;
	int negative;
	uint64_t mantissa;
	int exponent;
};

static struct binary_float unpack_double(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, 8);
	struct binary_float f = { FINITE, bits >> 63, bits & (1ULL << 52) - 1, 0 };
	int e = bits >> 52 & 0x7ff;
	if (e == 0x7ff) f.kind = f.mantissa ? NOT_A_NUMBER : INFINITE;
	else if (e) f.mantissa |= 1ULL << 52;
	f.exponent = (e ? e : 1) - 1075;
	return f;
}

static struct binary_float unpack_long_double(long double value)
{
	struct { uint64_t mantissa; uint16_t top; } bits;
	memcpy(&bits, &value, 10);
	struct binary_float f = { FINITE, bits.top >> 15, bits.mantissa, 0 };
	int e = bits.top & 0x7fff;
	if (e == 0x7fff) f.kind = bits.mantissa << 1 ? NOT_A_NUMBER : INFINITE;
	f.exponent = (e ? e : 1) - 16446;
	return f;
}

#define LIMB 1000000000u
/* 4,933 digits before the point and 16,445 after it. */
#define N_WHOLE_LIMBS 552
#define N_LIMBS (N_WHOLE_LIMBS + 1832)

/* Limbs of nine digits: limb[point - 1] holds the units, limb[point] the first
 * nine digits of the fraction. Used limbs are first..last-1. */
struct decimal {
	int point, first, last;
	uint32_t limb[N_LIMBS];
};

static void decimal_from(struct decimal *d, struct binary_float f)
{
	d->point = d->first = d->last = N_WHOLE_LIMBS;
	uint64_t m = f.mantissa;
	int e = f.exponent;
	if (!m) return;
	while (e < 0 && !(m & 1)) m >>= 1, e++;
	for (; m; m /= LIMB) d->limb[--d->first] = m % LIMB;
	while (e > 0) {
		int shift = e < 29 ? e : 29;
		uint64_t carry = 0;
		for (int i = d->last - 1; i >= d->first; i--) {
			carry += (uint64_t)d->limb[i] << shift;
			d->limb[i] = carry % LIMB;
			carry /= LIMB;
		}
		if (carry) d->limb[--d->first] = carry;
		e -= shift;
	}
	while (e < 0) {
		int shift = -e < 9 ? -e : 9;
		uint32_t carry = 0, unit = LIMB >> shift, mask = (1u << shift) - 1;
		for (int i = d->first; i < d->last; i++) {
			uint32_t low = d->limb[i] & mask;
			d->limb[i] = (d->limb[i] >> shift) + carry;
			carry = low * unit;
		}
		if (carry) d->limb[d->last++] = carry;
		if (d->first < d->last && !d->limb[d->first]) d->first++;
		e += shift;
	}
}

/* The position of the first digit as a power of ten; 0 for zero. */
static int decimal_exponent(const struct decimal *d)
{
	if (d->first == d->last) return 0;
	int e = 9 * (d->point - 1 - d->first);
	for (uint32_t top = d->limb[d->first]; top >= 10; top /= 10) e++;
	return e;
}

/* The digit of weight 10^position. */
static int decimal_digit(const struct decimal *d, int position)
{
	int limb = d->point - 1 - (position >= 0 ? position / 9 : -((8 - position) / 9));
	if (limb < d->first || limb >= d->last) return 0;
	int within = position - 9 * (d->point - 1 - limb);
	uint32_t v = d->limb[limb];
	while (within--) v /= 10;
	return v % 10;
}

/* Rounds to nearest even so that no digit below 10^position remains. */
static void decimal_round(struct decimal *d, int position)
{
	if (d->first == d->last) return;
	int limb = d->point - 1 - (position >= 0 ? position / 9 : -((8 - position) / 9));
	if (limb >= d->last) return;
	int within = position - 9 * (d->point - 1 - limb);
	uint32_t unit = 1;
	for (int i = 0; i < within; i++) unit *= 10;
	while (d->first > limb) d->limb[--d->first] = 0;
	uint32_t rest, half;
	int sticky = 0, odd;
	if (unit > 1) {
		rest = d->limb[limb] % unit;
		half = unit / 2;
		odd = d->limb[limb] / unit & 1;
		for (int i = limb + 1; i < d->last; i++) sticky |= d->limb[i] != 0;
	} else {
		rest = limb + 1 < d->last ? d->limb[limb + 1] : 0;
		half = LIMB / 2;
		odd = d->limb[limb] & 1;
		for (int i = limb + 2; i < d->last; i++) sticky |= d->limb[i] != 0;
	}
	int up = rest > half || (rest == half && (sticky || odd));
	d->limb[limb] -= d->limb[limb] % unit;
	d->last = limb + 1;
	if (up) {
		d->limb[limb] += unit;
		for (int i = limb; d->limb[i] >= LIMB; i--) {
			d->limb[i] -= LIMB;
			if (i == d->first) d->limb[--d->first] = 0;
			d->limb[i - 1]++;
		}
	}
	while (d->first < d->last && !d->limb[d->first]) d->first++;
	while (d->first < d->last && !d->limb[d->last - 1]) d->last--;
	/* Whole limbs below the point are part of the number even when zero. */
	if (d->first < d->last)
		while (d->last < d->point) d->limb[d->last++] = 0;
}

#endif
