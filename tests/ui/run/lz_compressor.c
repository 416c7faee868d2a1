// An LZ77 compressor and decompressor with a hash chain, checked by a round trip.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 4096, MIN = 4, MAX = 255 };
static size_t compress(const uint8_t *in, size_t n, uint8_t *out) {
    static int head[4096], prev[1 << 16];
    memset(head, -1, sizeof head);
    size_t o = 0, lit = 0, i = 0;
#define FLUSH() do { while (lit) { size_t k = lit > 127 ? 127 : lit; out[o++] = (uint8_t)k; memcpy(out + o, in + i - lit, k); o += k; lit -= k; } } while (0)
    while (i < n) {
        size_t best = 0, where = 0;
        if (i + MIN <= n) {
            unsigned h = (unsigned)(in[i] * 2654435761u ^ in[i + 1] * 40503u ^ in[i + 2] * 9973u) & 4095;
            int tries = 16;
            for (int c = head[h]; c >= 0 && i - (size_t)c < WINDOW && tries--; c = prev[c]) {
                size_t k = 0;
                while (i + k < n && k < MAX && in[(size_t)c + k] == in[i + k]) k++;
                if (k > best) best = k, where = (size_t)c;
            }
            prev[i] = head[h];
            head[h] = (int)i;
        }
        if (best >= MIN) {
            FLUSH();
            size_t d = i - where;
            out[o++] = (uint8_t)(128 | d >> 8); out[o++] = (uint8_t)d; out[o++] = (uint8_t)best;
            i += best;
        } else { i++; lit++; }
    }
    FLUSH();
    return o;
}
static size_t expand(const uint8_t *in, size_t n, uint8_t *out) {
    size_t o = 0;
    for (size_t i = 0; i < n;) {
        if (in[i] & 128) { size_t d = (size_t)(in[i] & 127) << 8 | in[i + 1], k = in[i + 2]; i += 3; while (k--) { out[o] = out[o - d]; o++; } }
        else { size_t k = in[i++]; memcpy(out + o, in + i, k); o += k; i += k; }
    }
    return o;
}

int main(void) {
    static uint8_t text[20000], packed[30000], back[20000];
    for (int kind = 0; kind < 4; kind++) {
        size_t n = 0; unsigned x = 1;
        while (n < sizeof text - 64) {
            x = x * 1103515245u + 12345u;
            if (kind == 0) text[n++] = 'a';
            else if (kind == 1) n += (size_t)sprintf((char *)text + n, "line %zu of the text\n", n);
            else if (kind == 2) text[n++] = (uint8_t)(x >> 16);
            else text[n++] = (uint8_t)"abcd"[x >> 16 & 3];
        }
        size_t m = compress(text, n, packed), k = expand(packed, m, back);
        unsigned long sum = 0;
        for (size_t i = 0; i < m; i++) sum = sum * 31 + packed[i];
        printf("%d: %zu -> %zu -> %zu %s %lx\n", kind, n, m, k, k == n && !memcmp(text, back, n) ? "same" : "DIFFERENT", sum);
    }
    return 0;
}
