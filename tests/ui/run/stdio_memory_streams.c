// open_memstream and fmemopen: growth, seeking, reading and writing.
//@ cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *buf = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&buf, &size);
    fprintf(f, "hello");
    fflush(f);
    printf("%zu %s\n", size, buf);
    for (int i = 0; i < 500; i++) fprintf(f, " %d", i);
    fflush(f);
    printf("%zu ...%s\n", size, buf + size - 8);
    fclose(f);
    printf("%zu %d\n", size, buf[size]);
    free(buf);
    char text[] = "10 20 30\nsecond line\n";
    f = fmemopen(text, strlen(text), "r");
    int a, b, c;
    printf("%d ", fscanf(f, "%d %d %d", &a, &b, &c));
    printf("%d\n", a + b + c);
    char line[40];
    fgets(line, sizeof line, f);
    fgets(line, sizeof line, f);
    printf("%s", line);
    c = fgetc(f);
    printf("%d %d\n", c, !!feof(f));
    fseek(f, 3, SEEK_SET);
    fscanf(f, "%d", &a);
    printf("%d %ld\n", a, ftell(f));
    fclose(f);
    char out[32];
    memset(out, '.', sizeof out);
    f = fmemopen(out, sizeof out, "w");
    fputs("written", f);
    fclose(f);
    printf("%s %c\n", out, out[9]);
    f = open_memstream(&buf, &size);
    fputs("abcdef", f);
    fseek(f, 2, SEEK_SET);
    fputs("XY", f);
    fclose(f);
    printf("%.6s\n", buf);
    free(buf);
    return 0;
}
