// glibc argz and envz vectors.
//@ cflags: -D_GNU_SOURCE
#include <argz.h>
#include <envz.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *z, size_t n) { for (const char *e = NULL; (e = argz_next(z, n, e));) printf("[%s]", e); printf(" %zu\n", n); }

int main(void) {
    char *z = NULL;
    size_t n = 0;
    argz_create_sep("one:two:three", ':', &z, &n); show(z, n);
    argz_add(&z, &n, "four"); argz_add_sep(&z, &n, "five six", ' '); show(z, n);
    printf("%zu\n", argz_count(z, n));
    argz_insert(&z, &n, z, "zero"); show(z, n);
    char *e = argz_next(z, n, z);
    argz_delete(&z, &n, e); show(z, n);
    unsigned count = 0;
    argz_replace(&z, &n, "t", "TT", &count); show(z, n);
    printf("%u\n", count);
    char *v[10] = { 0 };
    argz_extract(z, n, v); printf("%s %s\n", v[0], v[1]);
    argz_stringify(z, n, '+'); printf("%s\n", z);
    free(z);
    char *env = NULL; size_t en = 0;
    envz_add(&env, &en, "A", "1"); envz_add(&env, &en, "B", NULL); envz_add(&env, &en, "C", "3"); envz_add(&env, &en, "A", "9");
    show(env, en);
    printf("%s %d\n", envz_get(env, en, "C"), envz_get(env, en, "B") == NULL);
    envz_strip(&env, &en); show(env, en);
    free(env);
    return 0;
}
