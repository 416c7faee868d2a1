//@ cflags: -fno-builtin
/* Word expansion as a shell would do it, without commands. */
#include "check.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

int main(void) {
    close(open("w1.h", O_CREAT | O_WRONLY, 0644));
    setenv("WORD", "a b", 1);
    setenv("EMPTY", "", 1);
    unsetenv("UNSET");
    static const struct { const char *text; int flags; } cases[] = {
        {"one two", 0}, {"'one two' three", 0}, {"\"$WORD\" $WORD", 0}, {"$UNSET x", 0}, {"$UNSET", WRDE_UNDEF}, {"${WORD}c ${UNSET:-dflt}", 0}, {"w*.h", 0}, {"a;b", 0}, {"a|b", 0}, {"(a", 0}, {"\"open", 0}, {"$(cmd)", WRDE_NOCMD}, {"`cmd`", WRDE_NOCMD}, {"\\$WORD", 0}, {"", 0}, {"$((1+2))", 0}, {"x$EMPTY", 0}, {"a\nb", 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        wordexp_t w;
        memset(&w, 0, sizeof w);
        arg_str(cases[i].text); arg_int(cases[i].flags); INT(wordexp, (cases[i].text, &w, cases[i].flags));
        if (w.we_wordv) for (size_t k = 0; k < w.we_wordc; k++) { put_char(' '); put_quoted(w.we_wordv[k]); }
        VOID(wordfree, (&w));
    }
    return done();
}
