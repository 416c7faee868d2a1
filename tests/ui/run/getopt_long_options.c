// getopt_long: abbreviations, optional arguments, flags, errors on stderr, long_only.
#include <getopt.h>
#include <stdio.h>

static int flag;
static const struct option longs[] = {
    { "help", no_argument, NULL, 'h' }, { "output", required_argument, NULL, 'o' }, { "level", optional_argument, NULL, 'l' },
    { "verbose", no_argument, &flag, 7 }, { "version", no_argument, NULL, 'V' }, { "quiet", no_argument, &flag, 0 }, { 0, 0, 0, 0 }
};
static void run(int only, int argc, char **argv) {
    optind = 0;
    flag = -1;
    int c, index = -1;
    for (;;) {
        optarg = NULL;
        index = -1;
        c = only ? getopt_long_only(argc, argv, "ho:l::x", longs, &index) : getopt_long(argc, argv, "ho:l::x", longs, &index);
        if (c == -1) break;
        if (c == 0) printf(" flag:%s=%d", longs[index].name, flag);
        else if (c == '?') printf(" ?");
        else printf(" %c%s%s%s", c, index >= 0 ? "(long)" : "", optarg ? "=" : "", optarg ? optarg : "");
    }
    printf(" |");
    for (int i = optind; i < argc; i++) printf(" %s", argv[i]);
    printf("\n");
    fflush(stdout);
}
#define RUN(only, ...) do { char *v[] = { "prog", __VA_ARGS__, NULL }; run(only, (int)(sizeof v / sizeof *v) - 1, v); } while (0)

int main(void) {
    RUN(0, "--help", "--output=file", "--output", "other", "-o", "third", "tail");
    RUN(0, "--level", "--level=3", "-l", "-l4", "operand");
    RUN(0, "--verbose", "--quiet", "one", "--help", "two");
    RUN(0, "--out=x", "--hel", "--verb");
    RUN(0, "--ver");
    RUN(0, "--nosuch", "--help=arg", "--output");
    RUN(0, "-z", "-o");
    RUN(0, "--", "--help");
    RUN(0, "a", "b", "--help", "--", "c");
    RUN(1, "-help", "-output=q", "-x", "-level=9");
    RUN(1, "-bogus", "-o", "val");
    return 0;
}
