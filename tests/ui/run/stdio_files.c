// Files in the current directory: modes, seek, tell, append, update, remove, rename.
#include <errno.h>
#include <stdio.h>
#include <string.h>

static void dump(const char *name) {
    FILE *f = fopen(name, "r");
    if (!f) { printf("%s: cannot open\n", name); return; }
    int c, n = 0;
    printf("%s: ", name);
    while ((c = fgetc(f)) != EOF) { n++; if (c == '\n') printf("\\n"); else putchar(c); }
    printf(" (%d bytes, eof %d, error %d)\n", n, !!feof(f), !!ferror(f));
    fclose(f);
}

int main(void) {
    FILE *f = fopen("one.tmp", "w");
    fprintf(f, "line %d\n", 1); fputs("line two\n", f); fputc('x', f); fwrite("yz\n", 1, 3, f);
    printf("%ld\n", ftell(f));
    fclose(f);
    dump("one.tmp");
    f = fopen("one.tmp", "a"); fputs("appended", f); fclose(f);
    dump("one.tmp");
    f = fopen("one.tmp", "r+"); fseek(f, 5, SEEK_SET); fputs("ONE", f); fseek(f, -3, SEEK_END);
    char b[16] = ""; size_t n = fread(b, 1, sizeof b, f); printf("%zu %.3s %d\n", n, b, !!feof(f));
    rewind(f); printf("%d %ld ", feof(f), ftell(f)); printf("%c\n", fgetc(f)); fclose(f);
    dump("one.tmp");
    f = fopen("two.tmp", "w+"); int v[5] = { 1, 2, 3, 4, 5 }, w[5] = { 0 };
    printf("%zu ", fwrite(v, sizeof *v, 5, f)); rewind(f); fseek(f, 2 * sizeof *v, SEEK_CUR);
    n = fread(w, sizeof *w, 5, f); printf("%zu %d %d %ld\n", n, w[0], w[2], ftell(f));
    fseek(f, 100, SEEK_SET); fputc('!', f); fseek(f, 0, SEEK_END); printf("%ld\n", ftell(f));
    fpos_t pos; fseek(f, 4, SEEK_SET); fgetpos(f, &pos); fgetc(f); fsetpos(f, &pos); printf("%d\n", fgetc(f));
    fclose(f);
    f = fopen("one.tmp", "a+"); fseek(f, 0, SEEK_SET); int first = fgetc(f); fseek(f, 0, SEEK_CUR); fputs("+end", f); printf("%c %ld\n", first, ftell(f)); fclose(f);
    printf("%d\n", rename("one.tmp", "three.tmp")); dump("one.tmp"); dump("three.tmp");
    f = fopen("missing.tmp", "r"); printf("%d %s\n", f == NULL, strerror(errno));
    f = fopen("three.tmp", "wx"); printf("%d %s\n", f == NULL, strerror(errno));
    f = fopen("three.tmp", "r"); int put = fputc('x', f); printf("%d %d\n", put, !!ferror(f)); clearerr(f); printf("%d\n", !!ferror(f)); fclose(f);
    f = fopen("three.tmp", "w"); fclose(f); dump("three.tmp");
    int r1 = remove("two.tmp"), r2 = remove("three.tmp"), r3 = remove("three.tmp");
    printf("%d %d %d %s\n", r1, r2, r3, strerror(errno));
    return 0;
}
