// Notes what a poller does at each tick. A wait is counted in tenths of a second now, and both the
// parser and the poller convert it.
//@ options: --sym-arg 2
//@ alphabet: w0129n
//@ interaction: 23 28
//@ args: w9
#include <stdio.h>
#include <string.h>

enum { MAX_TICKS = 100 };

static char log_of[MAX_TICKS + 1];
static int wait_for = 1;

/* `wN` waits N seconds, `n` does not wait. */
static int parse(const char *text) {
    if (text[0] == 'n') {
        wait_for = 0;
        return text[1] == 0;
    }
    if (text[0] != 'w' || text[1] < '0' || text[1] > '9')
        return 0;
    wait_for = 10 * (text[1] - '0'); //~ C1
    return 1;
}

static int poll_until_done(void) {
    int ticks = wait_for * 10; //~ C2
    for (int tick = 0; tick < ticks; tick++)
        log_of[tick] = tick % 10 ? '.' : '|';
    return ticks;
}

int main(int argc, char **argv) {
    if (argc != 2 || !parse(argv[1])) {
        fputs("usage: poll wN|n\n", stderr);
        return 2;
    }
    int ticks = poll_until_done();
    printf("%d %s\n", ticks, log_of);
    return 0;
}
