// UTF-8 decoding and encoding by hand, with invalid sequences and code point properties.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int32_t decode(const unsigned char **p) {
    const unsigned char *s = *p;
    int n = *s < 0x80 ? 0 : *s >= 0xf0 && *s < 0xf8 ? 3 : *s >= 0xe0 ? 2 : *s >= 0xc2 ? 1 : -1;
    if (n < 0 || *s >= 0xf8) { *p = s + 1; return -1; }
    int32_t c = n == 0 ? *s : *s & (0x3f >> n);
    for (int i = 1; i <= n; i++) { if ((s[i] & 0xc0) != 0x80) { *p = s + i; return -1; } c = c << 6 | (s[i] & 0x3f); }
    *p = s + n + 1;
    static const int32_t least[] = { 0, 0x80, 0x800, 0x10000 };
    return c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? -1 : c;
}
static int encode(uint32_t c, char *o) {
    if (c < 0x80) { o[0] = (char)c; return 1; }
    if (c < 0x800) { o[0] = (char)(0xc0 | c >> 6); o[1] = (char)(0x80 | (c & 63)); return 2; }
    if (c < 0x10000) { o[0] = (char)(0xe0 | c >> 12); o[1] = (char)(0x80 | (c >> 6 & 63)); o[2] = (char)(0x80 | (c & 63)); return 3; }
    o[0] = (char)(0xf0 | c >> 18); o[1] = (char)(0x80 | (c >> 12 & 63)); o[2] = (char)(0x80 | (c >> 6 & 63)); o[3] = (char)(0x80 | (c & 63));
    return 4;
}

int main(void) {
    const char *t[] = { "plain", "na\xc3\xafve", "\xe2\x82\xac 5", "\xf0\x9f\x98\x80!", "bad \xff\xc3(", "cut \xe2\x82", "over \xc0\xaf \xed\xa0\x80", "\xf4\x90\x80\x80" };
    for (int i = 0; i < 8; i++) { const unsigned char *p = (const unsigned char *)t[i]; while (*p) { int32_t c = decode(&p); if (c < 0) printf("? "); else printf("U+%04X ", (unsigned)c); } printf("\n"); }
    int bad = 0;
    for (uint32_t c = 1; c <= 0x10ffff; c += 37) { if (c >= 0xd800 && c < 0xe000) continue; char b[5] = { 0 }; int n = encode(c, b); const unsigned char *p = (const unsigned char *)b; bad += decode(&p) != (int32_t)c || p != (const unsigned char *)b + n; }
    printf("%d\n", bad);
    const char *u8 = u8"\u00e9\u4e2d"; printf("%zu %zu %zu\n", strlen(u8), sizeof(u"ab"), sizeof(U"ab"));
    printf("%s\n", u8);
    return 0;
}
