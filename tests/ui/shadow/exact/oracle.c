/* Runs a subject on every input that it is given, a line of hexadecimal digits each, and writes a
 * line for each: the input, how the run ended, then its branches (`LINE+`, `LINE-`) and at last
 * the check that failed, if one did (`LINE!`). */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_TRACE = 100000 };

int subject_main(int argc, char **argv);

static char trace[MAX_TRACE];
static size_t length;
static jmp_buf end;
static char how[32];

static void record(int line, char what) {
    if (length + 16 > MAX_TRACE) {
        fputs("a run is too long\n", stderr);
        _exit(3);
    }
    length += sprintf(trace + length, " %d%c", line, what);
}

int oracle_branch(int line, int truth) {
    record(line, truth ? '+' : '-');
    return truth;
}

static _Noreturn void finish(const char *kind, int status) {
    sprintf(how, "%s %d", kind, status);
    longjmp(end, 1);
}

void oracle_check(int line, int holds) {
    if (!holds) {
        record(line, '!');
        finish("fails", line);
    }
}

_Noreturn void oracle_exit(int status) { finish("exit", status & 255); }
_Noreturn void oracle_abort(void) { finish("signal", 6); }

static size_t from_hex(const char *digits, char *bytes) {
    size_t n = 0;
    unsigned byte;
    while (sscanf(digits + 2 * n, "%2x", &byte) == 1)
        bytes[n++] = (char)byte;
    return n;
}

int main(void) {
    FILE *out = fdopen(dup(1), "w");
    char line[256], input[130];
    if (!out || !freopen("/dev/null", "w", stdout))
        return 1;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        memset(input, 0, sizeof input);
        from_hex(line, input);
        char *argv[] = {"subject", input, 0};
        length = 0;
        trace[0] = 0;
        if (!setjmp(end))
            oracle_exit(subject_main(2, argv));
        fprintf(out, "%s %s%s\n", line, how, trace);
    }
    return fclose(out);
}
