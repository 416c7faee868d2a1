// printf of strings, characters, pointers and percent signs; return values and truncation.
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(void) {
    printf("[%s] [%10s] [%-10s] [%.3s] [%10.2s] [%-10.4s] [%.0s]\n", "hello", "hello", "hello", "hello", "hello", "hello", "hello");
    printf("[%c] [%5c] [%-5c] [%c]\n", 'a', 'b', 'c', '%');
    printf("[%%] [%*s] [%-*s] [%.*s]\n", 7, "abc", 7, "abc", 2, "abc");
    printf("[%s] [%p] [%10p]\n", (char *)NULL, NULL, NULL);
    printf("[%p] [%20p] [%-20p]\n", (void *)0x1234, (void *)0xdeadbeef, (void *)0x10);
    char not_terminated[4] = { 'w', 'x', 'y', 'z' };
    printf("[%.4s] [%.2s]\n", not_terminated, not_terminated);
    char b[8];
    for (int n = 0; n <= 8; n++) {
        memset(b, '#', 8);
        int r = snprintf(b, (size_t)n, "%s-%d", "abc", 4567);
        printf("%d %d ", n, r);
        for (int i = 0; i < 8; i++) putchar(b[i] ? b[i] : '.');
        putchar('\n');
    }
    printf("%d\n", snprintf(NULL, 0, "%1000d", 5));
    char text[100];
    int k = sprintf(text, "%s", "sprintf ");
    k += sprintf(text + k, "%d%c", 12, '!');
    printf("%s %d\n", text, k);
    printf("%d\n", printf("counted\n"));
    printf("%d\n", fprintf(stdout, "%5.1f|%s\n", 2.25, "x"));
    printf("%d\n", puts("puts") >= 0);
    printf("%d\n", putchar('c') == 'c');
    printf("%ls|%.2ls|%5lc|\n", L"wide", L"wide", (wint_t)L'w');
    printf("tab\there \"quoted\" back\\slash \x41\102 \a\b\v\f\r\n");
    fputs("fputs\n", stdout);
    fwrite("fwrite\0nul\n", 1, 11, stdout);
    return 0;
}
