/* Runs a program on every argument of one byte, and writes a line for each: the byte, how the run
 * ended, and what it wrote, in hexadecimal digits: standard output, or the text of an assertion that
 * failed (a run that is killed loses what it did not flush). The program is compiled with sanitizers
 * and with the names below replaced. Runs share a process; one that a sanitizer ends takes it along,
 * and another goes on with the next byte. After one that does not end, nothing else is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_OUTPUT = 1 << 16, MAX_SECONDS = 1 };

int subject_main(int argc, char **argv);

static char output[MAX_OUTPUT];
static size_t length;
static char how[32];
static jmp_buf end;

_Noreturn void oracle_exit(int status) {
    sprintf(how, "exit %d", status & 255);
    longjmp(end, 1);
}

_Noreturn void oracle_abort(void) {
    strcpy(how, "signal 6");
    length = 0;
    longjmp(end, 1);
}

_Noreturn void __assert_fail(const char *what, const char *file, unsigned line, const char *where) {
    (void)file, (void)line, (void)where;
    strcpy(how, "signal 6");
    length = snprintf(output, MAX_OUTPUT, "%s", what);
    longjmp(end, 1);
}

int oracle_printf(const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(output + length, MAX_OUTPUT - length, format, args);
    va_end(args);
    length += n;
    if (length >= MAX_OUTPUT)
        _exit(3);
    return n;
}

int oracle_puts(const char *text) { return oracle_printf("%s\n", text); }

static void run(int byte) {
    char input[2] = {(char)byte, 0};
    char *argv[] = {"./program", input, 0};
    length = 0;
    if (!setjmp(end))
        oracle_exit(subject_main(2, argv));
    printf("%d\t%s\t", byte, how);
    for (size_t n = 0; n < length; n++)
        printf("%02x", (unsigned char)output[n]);
    puts("");
    fflush(stdout);
}

/* Runs from `byte` on, and returns the byte to go on with. */
static int run_from(int byte) {
    int done[2];
    if (pipe(done))
        exit(1);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {MAX_SECONDS, MAX_SECONDS};
        setrlimit(RLIMIT_CPU, &limit);
        for (; byte < 256; byte++) {
            run(byte);
            if (write(done[1], "", 1) != 1)
                _exit(1);
        }
        _exit(0);
    }
    close(done[1]);
    for (char one; read(done[0], &one, 1) == 1;)
        byte++;
    close(done[0]);
    int status;
    waitpid(child, &status, 0);
    if (byte == 256)
        return byte;
    int endless = WIFSIGNALED(status) || WEXITSTATUS(status) == 3;
    printf("%d\t%s\t\n", byte, endless ? "endless" : "error");
    fflush(stdout);
    return endless ? 256 : byte + 1;
}

int main(void) {
    for (int byte = 0; byte < 256;)
        byte = run_from(byte);
    return 0;
}
