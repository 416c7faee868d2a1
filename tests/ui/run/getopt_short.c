// getopt: clustered options, arguments, errors on stderr, permutation, "--", silent mode.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void run(const char *opts, int argc, char **argv) {
    optind = 0;
    int c;
    printf("%s:", opts);
    while ((c = getopt(argc, argv, opts)) != -1) {
        if (c == '?' || c == ':') printf(" %c(%c)", c, optopt);
        else printf(" %c=%s", c, optarg ? optarg : "-");
        optarg = NULL;
    }
    printf(" |");
    for (int i = optind; i < argc; i++) printf(" %s", argv[i]);
    printf("\n");
    fflush(stdout);
}
#define RUN(o, ...) do { char *v[] = { "prog", __VA_ARGS__, NULL }; run(o, (int)(sizeof v / sizeof *v) - 1, v); } while (0)

int main(void) {
    RUN("abc", "-a", "-b", "file");
    RUN("abc", "-ab", "-c", "x", "y");
    RUN("ab:c", "-b", "val", "-bval2", "-abval3", "rest");
    RUN("ab:", "file1", "-a", "file2", "-b", "v", "file3");
    RUN("+ab:", "file1", "-a", "file2");
    RUN("-ab:", "file1", "-a", "file2", "-b", "z");
    RUN("ab", "-a", "--", "-b", "file");
    RUN("ab", "-x", "-a", "-yb");
    RUN("ab:", "-a", "-b");
    RUN(":ab:", "-z", "-b");
    RUN("a::b", "-a", "-aval", "-b", "end");
    RUN("a", "-", "-a", "--");
    opterr = 0;
    RUN("ab:", "-q", "-b");
    opterr = 1;
    RUN("ab:", "-q", "-b");
    return 0;
}
