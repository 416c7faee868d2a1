// Wide output and input, multibyte conversion, swprintf and swscanf.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void) {
    wchar_t w[64];
    char m[64];
    printf("%zu ", mbstowcs(w, "plain text", 64)); printf("%ls\n", w);
    printf("%zu ", wcstombs(m, L"back again", sizeof m)); printf("%s\n", m);
    printf("%zu %zu\n", mbstowcs(NULL, "four", 0), wcstombs(NULL, L"seven77", 0));
    wchar_t c;
    int len = mbtowc(&c, "xyz", 3);
    printf("%d %d %d\n", len, (int)c, mbtowc(NULL, NULL, 0));
    len = wctomb(m, L'q');
    printf("%d %c\n", len, m[0]);
    mbstate_t st;
    memset(&st, 0, sizeof st);
    const char *s = "stateful";
    size_t n = mbsrtowcs(w, &s, 64, &st);
    printf("%zu %d\n", n, s == NULL);
    const wchar_t *ws = L"restart";
    printf("%zu\n", wcsrtombs(m, &ws, sizeof m, &st));
    size_t k = mbrtowc(&c, "k", 1, &st), l = mbrlen("", 1, &st);
    printf("%zu %zu %d\n", k, l, mbsinit(&st));
    printf("%d %c %d\n", btowc('a') == L'a', wctob(L'b'), wctob(L'\x4e2d'));
    int r = swprintf(w, 64, L"%d-%ls-%s-%.2f-%c-%5lc|", 42, L"wide", "narrow", 3.14159, 'x', L'y');
    printf("%d %ls\n", r, w);
    printf("%d\n", swprintf(w, 4, L"%s", "too long for it") < 0);
    int a; wchar_t word[16]; char nar[16];
    r = swscanf(L"17 alpha beta", L"%d %ls %s", &a, word, nar);
    printf("%d %d %ls %s\n", r, a, word, nar);
    FILE *f = fopen("wide.tmp", "w+");
    fwprintf(f, L"line %d %ls\n", 1, L"first");
    fputws(L"second line\nthird", f);
    fputwc(L'!', f);
    rewind(f);
    while (fgetws(w, 64, f)) printf("%zu:%ls", wcslen(w), w);
    printf("\n");
    rewind(f);
    wint_t ch = fgetwc(f);
    ungetwc(ch, f);
    int again = fgetwc(f) == ch;
    printf("%d %d %d\n", (int)ch, again, fwide(f, 0) > 0);
    fclose(f);
    remove("wide.tmp");
    return 0;
}
