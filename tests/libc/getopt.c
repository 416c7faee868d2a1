//@ cflags: -fno-builtin
/* Option parsing: short, long and long-only, permutation, abbreviations and the texts on stderr. */
#include "check.h"
#include <fcntl.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int flag;
static const struct option longs[] = {{"help", no_argument, NULL, 'h'}, {"output", required_argument, NULL, 'o'}, {"optional", optional_argument, NULL, 'p'}, {"flag", no_argument, &flag, 42}, {"verbose", no_argument, NULL, 'v'}, {"version", no_argument, NULL, 'V'}, {NULL, 0, NULL, 0}};

static int captured_fd, saved_fd;

static void run(const char *which, const char *spec, int errors, ...) {
    char *argv[12] = {"prog"}, *texts[12];
    int argc = 1, index;
    va_list ap;
    va_start(ap, errors);
    for (char *a; (a = va_arg(ap, char *)); argc++)
        argv[argc] = texts[argc] = a;
    va_end(ap);
    argv[argc] = NULL;
    optind = 0;
    opterr = errors;
    flag = 0;
    for (int step = 0; step < 14; step++) {
        arg_str(spec);
        for (int i = 1; i < argc; i++)
            arg_str(texts[i]);
        optarg = NULL;
        index = -1;
        ftruncate(captured_fd, 0);
        lseek(captured_fd, 0, SEEK_SET);
        dup2(captured_fd, 2);
        int c = which[0] == 's' ? getopt(argc, argv, spec) : which[0] == 'l' ? getopt_long(argc, argv, spec, longs, &index) : getopt_long_only(argc, argv, spec, longs, &index);
        dup2(saved_fd, 2);
        line_open(which[0] == 's' ? "getopt" : which[0] == 'l' ? "getopt_long" : "getopt_long_only", "");
        put_signed(c); also("optind", optind); also_str("optarg", optarg); also("index", index); also("flag", flag);
        if (c == '?' || c == ':') also("optopt", optopt);
        char text[200];
        lseek(captured_fd, 0, SEEK_SET);
        ssize_t n = read(captured_fd, text, sizeof text - 1);
        text[n < 0 ? 0 : n] = 0;
        also_str("stderr", text);
        if (c == -1)
            break;
    }
    for (int i = 1; i < argc; i++) { put_char(' '); put_quoted(argv[i]); }
}

int main(void) {
    captured_fd = open("stderr.txt", O_RDWR | O_CREAT | O_TRUNC, 0600);
    saved_fd = dup(2);
    unsetenv("POSIXLY_CORRECT");
#define END (char *)NULL
    static const char *const specs[] = {"ab:c::", ":ab:c::", "+ab:c::", "-ab:c::", "+:ab:c::", ""};
    for (size_t i = 0; i < COUNT(specs); i++) {
        run("short", specs[i], 1, END);
        run("short", specs[i], 1, "-a", END);
        run("short", specs[i], 1, "-abx", "y", END);
        run("short", specs[i], 1, "-b", "x", "-cy", "-c", "z", END);
        run("short", specs[i], 1, "-b", END);
        run("short", specs[i], 1, "-x", "-a", END);
        run("short", specs[i], 1, "op1", "-a", "op2", "-b", "v", "op3", END);
        run("short", specs[i], 1, "-a", "--", "-b", "x", END);
        run("short", specs[i], 1, "-", "-a", END);
        run("short", specs[i], 0, "-x", "-b", END);
        run("short", specs[i], 1, "--long", END);
    }
    run("short", "aW;", 1, "-W", "foo", "-a", END);
    for (int k = 0; k < 2; k++) {
        const char *which = k ? "only" : "long";
        run(which, "hvo:", 1, "--help", "--output=x", "--output", "y", "op", "-h", END);
        run(which, "hvo:", 1, "--he", "--out=z", "--ver", END);
        run(which, "hvo:", 1, "--v", END);
        run(which, "hvo:", 1, "--verb", "--opt", "--opt=5", "--flag", END);
        run(which, "hvo:", 1, "--help=no", "--output", END);
        run(which, ":hvo:", 1, "--output", END);
        run(which, "hvo:", 1, "--unknown", "--unknown=3", "-z", END);
        run(which, "hvo:", 0, "--unknown", END);
        run(which, "hvo:", 1, "-help", "-flag", "-output", "q", "-ho", "r", END);
        run(which, "+hvo:", 1, "op", "--help", END);
        run(which, "-hvo:", 1, "op", "--help", "op2", END);
        run(which, "hvo:W;", 1, "-W", "help", "-Woutput=5", END);
        run(which, "hvo:", 1, "--", "--help", END);
        run(which, "hvo:", 1, "--=x", END);
    }
    setenv("POSIXLY_CORRECT", "1", 1);
    run("short", "ab:", 1, "op", "-a", END);
    run("long", "h", 1, "op", "--help", END);
    return done();
}
