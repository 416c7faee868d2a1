//@ cflags: -fno-builtin
/* Vectors of strings in one block (argz) and of assignments (envz): glibc's own. */
#include "check.h"
#include <argz.h>
#include <envz.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *z = NULL;
    size_t n = 0;
    char *const argv[] = {"one", "", "three", NULL};
#define SHOW() (also("len", n), bytes(z, n))
    CODE(argz_create, (argv, &z, &n)); SHOW();
    UINT(argz_count, (z, n));
    CODE(argz_add, (&z, &n, "four")); SHOW();
    CODE(argz_add_sep, (&z, &n, "a:b::c", ':')); SHOW();
    CODE(argz_append, (&z, &n, "x\0y", 4)); SHOW();
    CODE(argz_insert, (&z, &n, z, "first")); SHOW();
    CODE(argz_insert, (&z, &n, NULL, "last")); SHOW();
    CODE(argz_replace, (&z, &n, "e", "EE", NULL)); SHOW();
    unsigned count = 5;
    CODE(argz_replace, (&z, &n, "a", "", &count)); also("count", count); SHOW();
    VOID(argz_delete, (&z, &n, z)); SHOW();
    for (char *e = argz_next(z, n, NULL); e; e = argz_next(z, n, e)) { line_open("argz_next", "(z, n, e)"); put_quoted(e); }
    char *v[16] = {0};
    VOID(argz_extract, (z, n, v)); also_str("v0", v[0]); also_str("v2", v[2]);
    VOID(argz_stringify, (z, n, ',')); also_str("text", z);
    free(z); z = NULL; n = 0;
    CODE(argz_create_sep, ("p=1 q r= q=2", ' ', &z, &n)); SHOW();
    STR(envz_get, (z, n, "p")); STR(envz_get, (z, n, "q")); STR(envz_get, (z, n, "r")); STR(envz_get, (z, n, "zz"));
    STR(envz_entry, (z, n, "r")); STR(envz_entry, (z, n, "nope"));
    CODE(envz_add, (&z, &n, "p", "new")); SHOW();
    CODE(envz_add, (&z, &n, "bare", NULL)); SHOW();
    char *other = NULL;
    size_t m = 0;
    argz_create_sep("p=9;s=5", ';', &other, &m);
    CODE(envz_merge, (&z, &n, other, m, 0)); SHOW();
    CODE(envz_merge, (&z, &n, other, m, 1)); SHOW();
    VOID(envz_strip, (&z, &n)); SHOW();
    VOID(envz_remove, (&z, &n, "s")); SHOW();
    return done();
}
