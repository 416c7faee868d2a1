//@ cflags: -fno-builtin
/* Environment variables. The environment is emptied first, so that the test's own surroundings do not show. */
#include "check.h"
#include <stdlib.h>
#include <string.h>

extern char **environ;

static void show(void) {
    if (!environ) { put_text(" environ=NULL"); return; }
    for (char **e = environ; *e; e++) { put_char(' '); put_quoted(*e); }
}

int main(void) {
    SYS(clearenv, ()); show();
    STR(getenv, ("HOME"));
    SYS(setenv, ("A", "1", 0)); show();
    SYS(setenv, ("A", "2", 0)); show();
    SYS(setenv, ("A", "3", 1)); show();
    SYS(setenv, ("", "x", 1)); SYS(setenv, ("B=C", "x", 1)); SYS(setenv, ("B", "", 1)); show();
    STR(getenv, ("A")); STR(getenv, ("B")); STR(getenv, ("")); STR(getenv, ("A=3")); STR(getenv, ("AB"));
    STR(secure_getenv, ("A")); STR(secure_getenv, ("NOPE"));
    static char entry[] = "P=put", name_only[] = "A", assign[] = "Q=";
    SYS(putenv, (entry)); show();
    entry[2] = 'c';
    STR(getenv, ("P"));
    SYS(putenv, (assign)); show();
    SYS(putenv, (name_only)); show();
    SYS(unsetenv, ("P")); show();
    SYS(unsetenv, ("NOPE")); SYS(unsetenv, ("")); SYS(unsetenv, ("B=")); show();
    for (int i = 0; i < 40; i++) {
        char name[8] = {'V', (char)('0' + i / 10), (char)('0' + i % 10), 0};
        setenv(name, "many", 1);
    }
    STR(getenv, ("V39")); STR(getenv, ("V00"));
    char *own[] = {"X=1", "Y=2", "X=3", NULL};
    environ = own;
    STR(getenv, ("X")); STR(getenv, ("V00"));
    SYS(setenv, ("Z", "new", 1)); show();
    SYS(unsetenv, ("X")); show();
    SYS(clearenv, ()); show();
    return done();
}
