// Wraps standard input to the width given as argument, left, right and fully justified.
//@ args: 30l 24r 40j
//@ stdin: Patching a program changes what it does, and often changes more than its author\n
//@ stdin: had in mind.   A test suite\n
//@ stdin: covers what was thought of; the rest is found by users.\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(char words[][32], int n, int len, int width, char mode, int last) {
    int gaps = width - len - (n - 1);
    if (mode == 'r') printf("%*s", gaps, "");
    for (int i = 0; i < n; i++) {
        printf("%s", words[i]);
        if (i == n - 1) break;
        int extra = 0;
        if (mode == 'j' && !last) extra = gaps / (n - 1) + (i < gaps % (n - 1));
        printf("%*s", 1 + extra, "");
    }
    printf("|\n");
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    static char text[400][32];
    int n = 0;
    while (n < 400 && scanf("%31s", text[n]) == 1) n++;
    for (int a = 1; a < argc; a++) {
        int width = atoi(argv[a]);
        char mode = argv[a][strlen(argv[a]) - 1];
        printf("width %d mode %c\n", width, mode);
        int start = 0, len = 0;
        for (int i = 0; i < n; i++) {
            int l = (int)strlen(text[i]);
            if (i > start && len + l + (i - start) > width) { put(text + start, i - start, len, width, mode, 0); start = i; len = 0; }
            len += l;
        }
        put(text + start, n - start, len, width, mode, 1);
    }
    return n % 256;
}
