// A bit set with iteration and set operations, and a bloom filter over strings.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORDS = 16 };
typedef struct { uint64_t w[WORDS]; } bits;
static bits none(void) { return (bits){ { 0 } }; }
static bits with(bits b, unsigned i) { b.w[i / 64] |= 1ULL << i % 64; return b; }
static bits both(bits a, bits b) { for (int i = 0; i < WORDS; i++) a.w[i] &= b.w[i]; return a; }
static bits either(bits a, bits b) { for (int i = 0; i < WORDS; i++) a.w[i] |= b.w[i]; return a; }
static bits minus(bits a, bits b) { for (int i = 0; i < WORDS; i++) a.w[i] &= ~b.w[i]; return a; }
static int count(bits a) { int n = 0; for (int i = 0; i < WORDS; i++) n += __builtin_popcountll(a.w[i]); return n; }
static void show(const char *name, bits a) { printf("%s (%d):", name, count(a)); int k = 0; for (int i = 0; i < WORDS; i++) for (uint64_t v = a.w[i]; v; v &= v - 1) if (k++ < 12) printf(" %d", i * 64 + __builtin_ctzll(v)); printf("\n"); }
static uint32_t hash(const char *s, uint32_t seed) { uint32_t h = seed * 2654435761u + 1; while (*s) { h ^= (unsigned char)*s++; h *= 16777619u; h ^= h >> 15; } return h % (WORDS * 64); }

int main(void) {
    bits two = none(), three = none(), square = none();
    for (unsigned i = 0; i < WORDS * 64; i++) { if (i % 2 == 0) two = with(two, i); if (i % 3 == 0) three = with(three, i); if (i * i < WORDS * 64) square = with(square, i * i); }
    show("two", two); show("three", three); show("square", square);
    show("both", both(two, three)); show("either", either(two, three)); show("minus", minus(square, two)); show("odd squares by three", both(minus(square, two), three));
    bits bloom = none(); char w[16]; int wrong = 0, maybe = 0;
    for (int i = 0; i < 60; i++) { snprintf(w, sizeof w, "word%d", i); for (uint32_t k = 0; k < 4; k++) bloom = with(bloom, hash(w, k)); }
    for (int i = 0; i < 600; i++) { snprintf(w, sizeof w, "word%d", i); int in = 1; for (uint32_t k = 0; k < 4; k++) { unsigned h = hash(w, k); in &= bloom.w[h / 64] >> h % 64 & 1; } if (i < 60) wrong += !in; else maybe += in; }
    printf("%d %d %d\n", count(bloom), wrong, maybe);
    return 0;
}
