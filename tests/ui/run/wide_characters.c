// Wide strings: the wcs and wmem functions, iswXXX, towXXX, wcstol and wcstod.
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    wchar_t a[64] = L"Hello", b[64];
    wcscpy(b, a);
    wcscat(b, L", wide world");
    printf("%zu %zu %ls\n", wcslen(a), wcslen(b), b);
    printf("%d %d %d\n", wcscmp(a, a), wcscmp(a, b) < 0, wcscmp(b, a) > 0);
    printf("%d %d\n", wcsncmp(a, b, 5), wcsncmp(a, b, 6) < 0);
    printf("%td %td %d\n", wcschr(b, L'w') - b, wcsrchr(b, L'w') - b, wcschr(b, L'z') == NULL);
    printf("%ls %zu %zu %ls\n", wcsstr(b, L"wide"), wcsspn(b, L"Helo"), wcscspn(b, L", "), wcspbrk(b, L"xyzw"));
    wchar_t *save, text[] = L"one two,three;;four";
    for (wchar_t *t = wcstok(text, L" ,;", &save); t; t = wcstok(NULL, L" ,;", &save)) printf("<%ls>", t);
    printf("\n");
    wmemset(b, L'x', 4); b[4] = 0;
    wmemcpy(b + 1, L"ab", 2);
    wmemmove(b + 2, b + 1, 2);
    printf("%ls %d %td\n", b, wmemcmp(a, b, 3) != 0, wmemchr(a, L'l', 5) - a);
    wcsncpy(b, L"padded", 10); printf("%d %d\n", b[6], b[9]);
    wcsncat(b, L"------", 3); printf("%ls %zu\n", b, wcsnlen(b, 4));
    for (wint_t c = 0; c < 128; c++) {
        int m = !!iswalpha(c) | !!iswdigit(c) << 1 | !!iswspace(c) << 2 | !!iswupper(c) << 3 | !!iswlower(c) << 4 | !!iswpunct(c) << 5 | !!iswcntrl(c) << 6 | !!iswxdigit(c) << 7 | !!iswprint(c) << 8 | !!iswgraph(c) << 9 | !!iswblank(c) << 10 | !!iswalnum(c) << 11;
        printf("%x ", m);
    }
    printf("\n");
    for (wint_t c = L'@'; c < L'h'; c++) printf("%lc%lc", towupper(c), towlower(c));
    printf("\n%d %d\n", iswctype(L'a', wctype("alpha")) != 0, wctype("nonsense") == 0);
    wchar_t *end;
    printf("%ld ", wcstol(L" -123abc", &end, 10)); printf("%ls ", end);
    printf("%lx %lld ", wcstoul(L"ff", NULL, 16), wcstoll(L"0777", NULL, 0));
    double d = wcstod(L"2.5e1z", &end);
    printf("%g %ls\n", d, end);
    wchar_t *dup = wcsdup(L"duplicate");
    printf("%ls\n", dup);
    free(dup);
    return 0;
}
