// ungetc, setvbuf, fgets, gets-like loops, freopen, fflush, putc and getc.
#include <stdio.h>
#include <string.h>

int main(void) {
    FILE *f = fopen("buf.tmp", "w+");
    char mine[64];
    setvbuf(f, mine, _IOFBF, sizeof mine);
    for (int i = 0; i < 40; i++) fprintf(f, "%d%c", i, i % 8 == 7 ? '\n' : ' ');
    fflush(f);
    rewind(f);
    char line[12];
    int pieces = 0;
    while (fgets(line, sizeof line, f)) { pieces++; printf("<%zu%s>", strlen(line), strchr(line, '\n') ? "n" : ""); }
    printf(" %d %d\n", pieces, !!feof(f));
    rewind(f);
    int c = getc(f);
    ungetc('Q', f);
    printf("%c%c%c", c, getc(f), 'x');
    printf("%c\n", getc(f));
    ungetc('Z', f); fseek(f, 0, SEEK_SET); printf("%c\n", getc(f));
    printf("%d\n", ungetc(EOF, f));
    while (getc(f) != EOF) { }
    ungetc('!', f); printf("%d ", !!feof(f)); c = getc(f); printf("%c ", c); c = getc(f); printf("%d\n", c);
    fclose(f);
    f = fopen("unbuf.tmp", "w"); setvbuf(f, NULL, _IONBF, 0); fputs("unbuffered", f);
    FILE *g = fopen("unbuf.tmp", "r"); char t[20] = ""; fgets(t, sizeof t, g); printf("%s\n", t); fclose(g); fclose(f);
    f = fopen("line.tmp", "w"); setvbuf(f, NULL, _IOLBF, 256); fputs("full line\npart", f);
    g = fopen("line.tmp", "r"); memset(t, 0, sizeof t); fgets(t, sizeof t, g); printf("%s", t); fclose(g); fclose(f);
    f = fopen("re.tmp", "w"); fputs("to re", f); f = freopen("other.tmp", "w+", f); fputs("to other", f); rewind(f); memset(t, 0, sizeof t); fgets(t, sizeof t, f); printf("%s\n", t); fclose(f);
    fputs("before ", stdout); fflush(stdout); fputs("error stream\n", stderr); fputs("after\n", stdout); fflush(NULL);
    f = fopen("re.tmp", "r"); c = fgetc(f); printf("%c %d\n", c, fileno(f) > 2); fclose(f);
    remove("buf.tmp"); remove("unbuf.tmp"); remove("line.tmp"); remove("re.tmp"); remove("other.tmp");
    return 0;
}
