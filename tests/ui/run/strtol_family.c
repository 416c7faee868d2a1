// strtol, strtoul, strtoll, strtoull, atoi and friends: bases, signs, limits, ends, errno.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static const char *const t[] = { "0", "42", "-42", "+7", "  \t\n 13x", "0x1F", "0X", "0xg", "017", "08", "0b11", "z", "-z", "", "-", "+-1", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-1", "99999999999999999999999", "-99999999999999999999999", "2147483648", "ZZ", "1_0", "12 34" };
    static const int bases[] = { 0, 2, 8, 10, 16, 36 };
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        printf("'%s':", t[i]);
        for (unsigned b = 0; b < 6; b++) {
            if (t[i][0] == '0' && t[i][1] == 'b') continue;
            char *e;
            errno = 0; long l = strtol(t[i], &e, bases[b]); printf(" %ld/%td/%d", l, e - t[i], errno == ERANGE);
            errno = 0; unsigned long u = strtoul(t[i], &e, bases[b]); printf(" %lu/%td/%d", u, e - t[i], errno == ERANGE);
        }
        errno = 0; long long ll = strtoll(t[i], NULL, 10); printf(" %lld/%d", ll, errno == ERANGE);
        errno = 0; unsigned long long ull = strtoull(t[i], NULL, 10); printf(" %llu/%d\n", ull, errno == ERANGE);
    }
    errno = 0; long bad = strtol("12", NULL, 99); printf("%ld %d\n", bad, errno == EINVAL);
    printf("%d %d %d %ld %lld\n", atoi("123abc"), atoi("-5"), atoi("none"), atol("9999999999"), atoll("-1234567890123"));
    printf("%jd %ju\n", strtoimax("-77", NULL, 10), strtoumax("0xff", NULL, 0));
    div_t d = div(-17, 5); ldiv_t l = ldiv(17, -5); lldiv_t ll = lldiv(-9000000000LL, 7);
    printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
    printf("%d %ld %lld\n", abs(-3), labs(-4L), llabs(-5LL));
    return 0;
}
