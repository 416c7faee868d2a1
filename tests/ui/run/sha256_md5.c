// SHA-256 and MD5 of several texts, with tables computed at start.
//@ cflags: -lm
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t ror(uint32_t x, int n) { return x >> n | x << (32 - n); }
static uint32_t rol(uint32_t x, int n) { return x << n | x >> (32 - n); }
static const uint32_t K[64] = {
    0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,
    0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,
    0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,
    0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2 };
static size_t pad(uint8_t *out, const char *s, int big) {
    size_t n = strlen(s), len = (n + 8) / 64 * 64 + 64;
    memset(out, 0, len); memcpy(out, s, n); out[n] = 0x80;
    for (int i = 0; i < 8; i++) out[len - 1 - (big ? i : 7 - i)] = (uint8_t)((uint64_t)n * 8 >> (8 * i));
    return len;
}
static void sha256(const char *s) {
    uint8_t m[1024]; size_t len = pad(m, s, 1);
    uint32_t h[8] = { 0x6a09e667,0xbb67ae85,0x3c6ef372,0xa54ff53a,0x510e527f,0x9b05688c,0x1f83d9ab,0x5be0cd19 };
    for (size_t o = 0; o < len; o += 64) {
        uint32_t w[64], v[8];
        for (int i = 0; i < 16; i++) w[i] = (uint32_t)m[o + 4 * i] << 24 | m[o + 4 * i + 1] << 16 | m[o + 4 * i + 2] << 8 | m[o + 4 * i + 3];
        for (int i = 16; i < 64; i++) w[i] = w[i - 16] + (ror(w[i - 15], 7) ^ ror(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] + (ror(w[i - 2], 17) ^ ror(w[i - 2], 19) ^ w[i - 2] >> 10);
        memcpy(v, h, sizeof v);
        for (int i = 0; i < 64; i++) {
            uint32_t t1 = v[7] + (ror(v[4], 6) ^ ror(v[4], 11) ^ ror(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + K[i] + w[i];
            uint32_t t2 = (ror(v[0], 2) ^ ror(v[0], 13) ^ ror(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            memmove(v + 1, v, 7 * sizeof *v); v[4] += t1; v[0] = t1 + t2;
        }
        for (int i = 0; i < 8; i++) h[i] += v[i];
    }
    for (int i = 0; i < 8; i++) printf("%08x", h[i]);
    printf("\n");
}
static void md5(const char *s) {
    static const int R[16] = { 7,12,17,22, 5,9,14,20, 4,11,16,23, 6,10,15,21 };
    uint8_t m[1024]; size_t len = pad(m, s, 0);
    uint32_t h[4] = { 0x67452301,0xefcdab89,0x98badcfe,0x10325476 };
    for (size_t o = 0; o < len; o += 64) {
        uint32_t w[16], a = h[0], b = h[1], c = h[2], d = h[3];
        for (int i = 0; i < 16; i++) memcpy(&w[i], m + o + 4 * i, 4);
        for (int i = 0; i < 64; i++) {
            uint32_t f; int g;
            if (i < 16) f = (b & c) | (~b & d), g = i; else if (i < 32) f = (d & b) | (~d & c), g = (5 * i + 1) % 16;
            else if (i < 48) f = b ^ c ^ d, g = (3 * i + 5) % 16; else f = c ^ (b | ~d), g = 7 * i % 16;
            f += a + (uint32_t)(int64_t)(fabs(sin(i + 1)) * 4294967296.0) + w[g];
            a = d; d = c; c = b; b += rol(f, R[i / 16 * 4 + i % 4]);
        }
        h[0] += a; h[1] += b; h[2] += c; h[3] += d;
    }
    for (int i = 0; i < 16; i++) printf("%02x", ((uint8_t *)h)[i]);
    printf("\n");
}

int main(void) {
    char big[600];
    for (int i = 0; i < 599; i++) big[i] = (char)('a' + i % 26);
    big[599] = 0;
    const char *t[] = { "", "abc", "The quick brown fox jumps over the lazy dog", "12345678901234567890123456789012345678901234567890123456789012345678901234567890", big };
    for (int i = 0; i < 5; i++) { sha256(t[i]); md5(t[i]); }
    return 0;
}
