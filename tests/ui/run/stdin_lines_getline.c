// Reading standard input by getline, getdelim, fgets, scanf and getchar; getline on long lines.
//@ stdin: first line\n
//@ stdin: a rather long second line: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n
//@ stdin: upto;12\n
//@ stdin: " -34 word rest\n"
//@ stdin: short\n
//@ stdin: something longer than ten\n
//@ stdin: \n
//@ stdin: END\n
//@ stdin: last line without newline
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

int main(void) {
    char *line = NULL;
    size_t cap = 0;
    ssize_t n = getline(&line, &cap, stdin);
    printf("%zd %s", n, line);
    n = getline(&line, &cap, stdin);
    printf("%zd %d\n", n, cap >= (size_t)n + 1);
    n = getdelim(&line, &cap, ';', stdin);
    printf("%zd [%s]\n", n, line);
    int a, b;
    n = scanf("%d %d", &a, &b);
    printf("%zd %d %d\n", n, a, b);
    char word[20];
    n = scanf(" %19s", word);
    printf("%zd %s\n", n, word);
    int c;
    while ((c = getchar()) != EOF && c != '\n') { }
    char buf[10];
    while (fgets(buf, sizeof buf, stdin)) {
        buf[strcspn(buf, "\n")] = 0;
        if (!strcmp(buf, "END")) break;
        printf("<%s>", buf);
    }
    printf("\n");
    n = getline(&line, &cap, stdin);
    for (ssize_t i = 0; i < n; i++) line[i] = (char)toupper((unsigned char)line[i]);
    printf("%zd %s|\n", n, line);
    n = getline(&line, &cap, stdin);
    printf("%zd %d ", n, !!feof(stdin));
    printf("%d\n", getchar() == EOF);
    free(line);
    return 0;
}
