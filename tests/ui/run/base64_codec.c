// Base64 and hex encoding and decoding of strings with every padding, and bad input.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char abc[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static char *encode(const unsigned char *in, size_t n) {
    char *out = malloc((n + 2) / 3 * 4 + 1), *o = out;
    for (size_t i = 0; i < n; i += 3) {
        unsigned v = (unsigned)in[i] << 16 | (i + 1 < n ? in[i + 1] << 8 : 0) | (i + 2 < n ? in[i + 2] : 0);
        *o++ = abc[v >> 18]; *o++ = abc[v >> 12 & 63];
        *o++ = i + 1 < n ? abc[v >> 6 & 63] : '='; *o++ = i + 2 < n ? abc[v & 63] : '=';
    }
    *o = 0;
    return out;
}
static long decode(const char *in, unsigned char *out) {
    unsigned char *o = out;
    size_t n = strlen(in);
    if (n % 4) return -1;
    for (size_t i = 0; i < n; i += 4) {
        unsigned v = 0; int padding = 0;
        for (int k = 0; k < 4; k++) {
            const char *p = strchr(abc, in[i + k]);
            if (in[i + k] == '=' && i + 4 == n && k >= 2) { padding++; v <<= 6; continue; }
            if (!p || padding) return -2;
            v = v << 6 | (unsigned)(p - abc);
        }
        *o++ = (unsigned char)(v >> 16);
        if (padding < 2) *o++ = (unsigned char)(v >> 8);
        if (padding < 1) *o++ = (unsigned char)v;
    }
    return o - out;
}

int main(void) {
    const char *t[] = { "", "f", "fo", "foo", "foob", "fooba", "foobar", "any carnal pleas" };
    unsigned char back[600];
    for (int i = 0; i < 8; i++) { char *e = encode((const unsigned char *)t[i], strlen(t[i])); long n = decode(e, back); printf("%s %ld %d\n", e, n, !memcmp(back, t[i], strlen(t[i]))); free(e); }
    unsigned char all[256];
    for (int i = 0; i < 256; i++) all[i] = (unsigned char)(255 - i);
    char *e = encode(all, 256);
    long n = decode(e, back);
    printf("%.60s... %zu %ld %d\n", e, strlen(e), n, memcmp(all, back, 256));
    free(e);
    const char *bad[] = { "abc", "ab=c", "a===", "ab*d", "====", "YQ==YQ==" };
    for (int i = 0; i < 6; i++) printf("%ld ", decode(bad[i], back));
    for (int i = 0; i < 8; i++) printf("%02x", all[i * 31]);
    printf("\n");
    return 0;
}
