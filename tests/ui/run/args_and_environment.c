// argv, getenv, setenv, putenv, unsetenv, clearenv and environ.
//@ cflags: -D_GNU_SOURCE
//@ args: plain "with spaces in it" "" --flag=value tab\there ünïcödé *?[]$HOME
//@ env: COLOR=red
//@ env: EMPTY=
//@ env: SPACED=a b  c=d
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;
static const char *get(const char *n) { const char *v = getenv(n); return v ? v : "(unset)"; }

int main(int argc, char **argv) {
    printf("%d %d\n", argc, argv[argc] == NULL);
    for (int i = 1; i < argc; i++) printf("[%s] %zu\n", argv[i], strlen(argv[i]));
    printf("%s %s %s %s\n", get("COLOR"), get("EMPTY"), get("SPACED"), get("MISSING"));
    printf("%d", setenv("COLOR", "green", 0)); printf(" %s\n", get("COLOR"));
    printf("%d", setenv("COLOR", "green", 1)); printf(" %s\n", get("COLOR"));
    printf("%d %s\n", setenv("FRESH", "", 1), "fresh"); printf("[%s]\n", get("FRESH"));
    static char put[] = "PUT=1";
    putenv(put); printf("%s ", get("PUT")); put[4] = '9'; printf("%s\n", get("PUT"));
    printf("%d %s\n", unsetenv("COLOR"), "unset"); printf("%s\n", get("COLOR"));
    int r = setenv("A=B", "x", 1); printf("%d\n", r);
    int found = 0;
    for (char **e = environ; *e; e++) if (!strncmp(*e, "FRESH=", 6) || !strncmp(*e, "SPACED=", 7)) found++;
    printf("%d\n", found);
    clearenv();
    printf("%s %d\n", get("SPACED"), environ == NULL || *environ == NULL);
    setenv("ONLY", "one", 1);
    printf("%s %d\n", *environ, environ[1] == NULL);
    char *s = secure_getenv("ONLY"); printf("%s\n", s ? s : "none");
    return argc;
}
