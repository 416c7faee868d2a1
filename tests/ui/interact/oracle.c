/* Runs a program on many inputs, and writes a line for each: how the run ended (`exit N`, or `fails`: a
 * signal, which an error that a sanitizer reports and an endless run are, too), and in hexadecimal digits
 * what it wrote. The program is compiled with `-Dmain=subject_main`; a run has a process of its own.
 *
 * A line of the file that is the first argument is an input: words `arg:A`, `env:NAME=VALUE`, `stdin:TEXT`
 * and `file:NAME=TEXT`, in which what follows the first colon is in hexadecimal digits. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_LINES = 1 << 13, MAX_LINE = 256, MAX_ARGS = 8, MAX_SECONDS = 2 };

int subject_main(int argc, char **argv);

/* Of builds that count which lines are executed. */
__attribute__((weak)) void __gcov_dump(void);

const char *__asan_default_options(void) { return "detect_leaks=0:symbolize=0:abort_on_error=1"; }
const char *__ubsan_default_options(void) { return "symbolize=0:abort_on_error=1"; }

static void count_and_abort(int number) {
    __gcov_dump();
    signal(number, SIG_DFL);
    raise(number);
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

/* The text that digits stand for, and its length. It is never freed: the run needs it. */
static char *text_of(const char *digits, size_t *length) {
    *length = strlen(digits) / 2;
    char *text = calloc(*length + 1, 1);
    for (size_t n = 0; n < *length; n++)
        sscanf(digits + 2 * n, "%2hhx", (unsigned char *)text + n);
    return text;
}

/* A file that begins with a text, at its beginning. */
static int holding(int file, const char *text, size_t length) {
    if (file < 0 || write(file, text, length) != (ssize_t)length || lseek(file, 0, SEEK_SET))
        fail("input");
    return file;
}

static _Noreturn void run(char *line, int output) {
    char *args[MAX_ARGS + 1] = {"./program"};
    int n_args = 1;
    int input = memfd_create("stdin", 0);
    for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
        size_t length;
        char *text = text_of(strchr(word, ':') + 1, &length);
        if (!strncmp(word, "arg:", 4) && n_args < MAX_ARGS) {
            args[n_args++] = text;
        } else if (!strncmp(word, "env:", 4)) {
            putenv(text);
        } else if (!strncmp(word, "stdin:", 6)) {
            holding(input, text, length);
        } else if (!strncmp(word, "file:", 5)) {
            char *data = strchr(text, '=');
            *data++ = 0;
            close(holding(open(text, O_RDWR | O_CREAT | O_TRUNC, 0600), data, text + length - data));
        } else {
            fail(word);
        }
    }
    if (__gcov_dump)
        signal(SIGABRT, count_and_abort);
    dup2(input, 0);
    dup2(output, 1);
    dup2(output, 2);
    struct rlimit limit = {MAX_SECONDS, MAX_SECONDS};
    setrlimit(RLIMIT_CPU, &limit);
    exit(subject_main(n_args, args));
}

static void report(int status, int output) {
    if (WIFEXITED(status))
        printf("exit %d\t", WEXITSTATUS(status));
    else
        printf("fails\t");
    unsigned char byte;
    lseek(output, 0, SEEK_SET);
    while (read(output, &byte, 1) == 1)
        printf("%02x", byte);
    puts("");
}

int main(int argc, char **argv) {
    static char lines[MAX_LINES][MAX_LINE];
    int n_lines = 0;
    FILE *inputs = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!inputs)
        fail("inputs");
    while (n_lines < MAX_LINES && fgets(lines[n_lines], MAX_LINE, inputs))
        n_lines++;
    /* A run that exits would move on in a file that is open. */
    fclose(inputs);
    for (int n = 0; n < n_lines; n++) {
        int status, output = memfd_create("output", 0);
        fflush(stdout);
        pid_t child = fork();
        if (child == 0)
            run(lines[n], output);
        if (child < 0 || waitpid(child, &status, 0) != child)
            fail("a run");
        report(status, output);
        close(output);
    }
    return 0;
}
