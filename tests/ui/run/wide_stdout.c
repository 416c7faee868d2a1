// wprintf and putwchar on a wide-oriented standard output, exit code from a wide length.
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

static int say(const wchar_t *f, ...) {
    va_list ap;
    va_start(ap, f);
    int n = vwprintf(f, ap);
    va_end(ap);
    return n;
}

int main(void) {
    int n = wprintf(L"%d %5d|%-5d|%05d %x %#o\n", 1, 2, 3, 4, 255, 8);
    wprintf(L"%d\n", n);
    wprintf(L"%s %ls %10s|%-10ls|%.2s\n", "narrow", L"wide", "right", L"left", "cut");
    wprintf(L"%f %e %g %.3f %c %lc %%\n", 1.5, 1.5, 1.5, 2.0 / 3, 'c', L'w');
    wprintf(L"%lld %llu %hd %zu\n", -1LL, 1ULL << 63, 70000, sizeof(long));
    for (wchar_t c = L'a'; c <= L'z'; c++) putwchar(c);
    putwchar(L'\n');
    fputws(L"fputws\n", stdout);
    int k = say(L"%ls=%d\n", L"key", 7);
    fwprintf(stderr, L"error text %d\n", k);
    wprintf(L"%d\n", fwide(stdout, 0) > 0);
    return (int)wcslen(L"exit code");
}
