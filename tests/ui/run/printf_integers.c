// printf of integers: every length modifier, flag, width and precision.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
    static const char *const flags[] = { "", "-", "+", " ", "0", "#", "+-", "+0", " 0", "-#", "#0" };
    static const char *const sizes[] = { "", "1", "8", ".0", ".5", "8.3", "12.10", ".12" };
    static const char conv[] = "dioxXu";
    static const int values[] = { 0, 1, -1, 42, -12345, 2147483647, -2147483647 - 1 };
    char f[32];
    unsigned long hash = 5381;
    for (unsigned a = 0; a < sizeof flags / sizeof *flags; a++)
        for (unsigned b = 0; b < sizeof sizes / sizeof *sizes; b++)
            for (unsigned c = 0; c < 6; c++) {
                snprintf(f, sizeof f, "[%%%s%s%c]", flags[a], sizes[b], conv[c]);
                for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {
                    char out[64];
                    int n = snprintf(out, sizeof out, f, values[v]);
                    for (char *p = out; *p; p++) hash = hash * 33 + (unsigned char)*p;
                    hash += (unsigned)n;
                    if ((a + b) % 4 == 0) printf("%s", out);
                }
                if ((a + b) % 4 == 0) printf("\n");
            }
    printf("%lx\n", hash);
    printf("%hhd %hhu %hd %hu\n", 300, 300, 70000, 70000);
    printf("%ld %lu %lld %llu\n", -1L, 1UL << 63, INT64_MIN + 0LL, UINT64_MAX + 0ULL);
    printf("%zu %zd %td %jd %ju\n", (size_t)-1, (ptrdiff_t)-5, (ptrdiff_t)7, (intmax_t)-9, (uintmax_t)9);
    printf("%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRIo64 " %" PRIX64 "\n", (int8_t)-8, (uint16_t)65535, 0xdeadbeef, (uint64_t)0777, (uint64_t)0xabcdef);
    printf("%*d|%-*d|%.*d|%*.*d\n", 6, 42, 6, 42, 4, 42, 8, 3, 42);
    printf("%*d|%.*d\n", -6, 42, -1, 42);
    printf("%#x %#o %#X %#x\n", 255, 8, 255, 0);
    int n1, n2;
    printf("abc%n def%n\n", &n1, &n2);
    printf("%d %d\n", n1, n2);
    printf("%2$s %1$s %2$s\n", "world", "hello");
    printf("%1$d %1$x %2$*3$d|\n", 30, 7, 5);
    return 0;
}
