// glibc obstacks: growing objects, copies, finishing and freeing back.
#define _GNU_SOURCE
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

int main(void) {
    struct obstack o;
    obstack_init(&o);
    for (int i = 0; i < 10; i++) { char b[16]; int n = snprintf(b, sizeof b, "%d,", i * i); obstack_grow(&o, b, n); }
    obstack_1grow(&o, '\0');
    printf("%d ", (int)obstack_object_size(&o));
    char *s = obstack_finish(&o);
    printf("%s\n", s);
    char *t = obstack_copy0(&o, "copied text", 6);
    printf("%s %zu\n", t, strlen(t));
    int *v = obstack_alloc(&o, 100 * sizeof *v);
    long sum = 0;
    for (int i = 0; i < 100; i++) v[i] = i;
    for (int i = 0; i < 100; i++) sum += v[i];
    printf("%ld\n", sum);
    for (int i = 0; i < 5000; i++) obstack_1grow(&o, 'a' + i % 26);
    obstack_1grow(&o, '\0');
    char *big = obstack_finish(&o);
    printf("%zu %.10s %s\n", strlen(big), big, s);
    obstack_blank(&o, 8); printf("%d\n", (int)obstack_object_size(&o)); obstack_finish(&o);
    obstack_free(&o, t);
    char *u = obstack_copy0(&o, "again", 5);
    printf("%s %s %d\n", u, s, u == t);
    obstack_printf(&o, "%d-%s", 42, "formatted"); obstack_1grow(&o, '\0');
    char *w = obstack_finish(&o);
    printf("%s\n", w);
    obstack_free(&o, NULL);
    return 0;
}
