// fnmatch patterns and flags, and glob over files made by the program.
//@ cflags: -D_GNU_SOURCE
#include <fnmatch.h>
#include <glob.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    static const char *const pat[] = { "*", "*.c", "a?c", "[a-c]*", "[!a-c]*", "\\*", "a*b*c", "", "*/x", "[[:digit:]]*", "a[]]b", "?" };
    static const char *const txt[] = { "", "a", "abc", "main.c", "*", "dir/x", "9lives", "a]b", ".hidden", "axxbyyc" };
    for (unsigned i = 0; i < sizeof pat / sizeof *pat; i++) {
        printf("%-16s", pat[i]);
        for (unsigned j = 0; j < sizeof txt / sizeof *txt; j++) printf(" %d%d%d", !fnmatch(pat[i], txt[j], 0), !fnmatch(pat[i], txt[j], FNM_PATHNAME), !fnmatch(pat[i], txt[j], FNM_PERIOD));
        printf("\n");
    }
    printf("%d %d %d\n", fnmatch("ABC", "abc", FNM_CASEFOLD), fnmatch("\\a", "\\a", FNM_NOESCAPE), fnmatch("dir", "dir/file", FNM_LEADING_DIR));
    static const char *const files[] = { "g-b.tmp", "g-a.tmp", "g-c.txt", "g-10.tmp", ".g-hidden" };
    for (int i = 0; i < 5; i++) fclose(fopen(files[i], "w"));
    glob_t g;
    int r = glob("g-*.tmp", 0, NULL, &g);
    printf("%d %zu:", r, g.gl_pathc);
    for (size_t i = 0; i < g.gl_pathc; i++) printf(" %s", g.gl_pathv[i]);
    r = glob("g-?.*", GLOB_APPEND, NULL, &g);
    printf("\n%d %zu:", r, g.gl_pathc);
    for (size_t i = 0; i < g.gl_pathc; i++) printf(" %s", g.gl_pathv[i]);
    globfree(&g);
    r = glob("nothing*", 0, NULL, &g); printf("\n%d\n", r == GLOB_NOMATCH);
    r = glob("nothing*", GLOB_NOCHECK, NULL, &g); printf("%d %s\n", r, g.gl_pathv[0]); globfree(&g);
    for (int i = 0; i < 5; i++) unlink(files[i]);
    return 0;
}
