//@ cflags: -fno-builtin
/* File name patterns: matching a string and listing a directory. */
#include "check.h"
#include <fcntl.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const patterns[] = {"", "*", "?", "a*", "*.c", "[abc]*", "[!abc]*", "[^abc]*", "[a-c]x", "\\*", "a\\", "*/b", "a/*", "**", "[", "[a", "[]a]", "[[:alpha:]]*", "[[:digit:]]", "*a*b*", ".*", "?b", "a?c", "[A-Z]*", "/*", "*[/]b", "@(a|b)", "+(a)", "!(a)", "?(a)b", "*(ab)"};
static const char *const names[] = {"", "a", "b", "abc", "main.c", ".hidden", "a/b", "a/.b", "*", "\\", "]", "x1", "5", "aXbYb", "ABC", "/b", "aa", "abab", "a/b/c", "bx", "ab"};
static const int flags[] = {0, FNM_PATHNAME, FNM_NOESCAPE, FNM_PERIOD, FNM_PATHNAME | FNM_PERIOD, FNM_CASEFOLD, FNM_LEADING_DIR, FNM_EXTMATCH};

static void globbing(void) {
    static const char *const files[] = {"g/one.c", "g/two.c", "g/three.h", "g/.dot", "g/sub/x.c", "g/UP.C", "g/[odd]"};
    mkdir("g", 0755);
    mkdir("g/sub", 0755);
    for (size_t i = 0; i < COUNT(files); i++)
        close(open(files[i], O_CREAT | O_WRONLY, 0644));
    static const struct { const char *pattern; int flags; } cases[] = {
        {"g/*.c", 0}, {"g/*", 0}, {"g/*", GLOB_MARK}, {"g/.*", 0}, {"g/*", GLOB_PERIOD}, {"g/none*", 0}, {"g/none*", GLOB_NOCHECK}, {"g/*/*.c", 0}, {"g/{one,two}.c", GLOB_BRACE}, {"g/{one,x}.c", GLOB_BRACE | GLOB_NOCHECK}, {"g/one.c", 0}, {"nodir/*", 0},
        {"g/[!o]*", 0}, {"g/\\[odd\\]", 0}, {"g/\\[odd\\]", GLOB_NOESCAPE}, {"g/none", GLOB_NOMAGIC}, {"g/none*", GLOB_NOMAGIC}, {"g/*", GLOB_ONLYDIR}, {"*/", 0}, {"", 0}, {"g/[a", 0}, {"g//*.h", 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        glob_t g;
        memset(&g, 0, sizeof g);
        arg_str(cases[i].pattern); arg_int(cases[i].flags); INT(glob, (cases[i].pattern, cases[i].flags, NULL, &g)); also("count", g.gl_pathc);
        /* GLOB_PERIOD lists "." and "..", in this order in every C locale. */
        for (size_t k = 0; k < g.gl_pathc; k++) { put_char(' '); put_quoted(g.gl_pathv[k]); }
        VOID(globfree, (&g));
    }
    glob_t g;
    memset(&g, 0, sizeof g);
    g.gl_offs = 2;
    INT(glob, ("g/*.h", GLOB_DOOFFS, NULL, &g)); also("first", g.gl_pathv[0] == NULL); also_str("path", g.gl_pathv[2]);
    INT(glob, ("g/*.c", GLOB_DOOFFS | GLOB_APPEND, NULL, &g)); also("count", g.gl_pathc); also_str("path", g.gl_pathv[3]);
    globfree(&g);
    glob64_t g64;
    memset(&g64, 0, sizeof g64);
    INT(glob64, ("g/*.h", 0, NULL, &g64)); also("count", g64.gl_pathc);
    VOID(globfree64, (&g64));
}

int main(void) {
    for (size_t f = 0; f < COUNT(flags); f++)
        for (size_t i = 0; i < COUNT(patterns); i++)
            for (size_t k = 0; k < COUNT(names); k++) {
                arg_str(patterns[i]); arg_str(names[k]); arg_int(flags[f]); BOOL(fnmatch, (patterns[i], names[k], flags[f]));
            }
    globbing();
    return done();
}
