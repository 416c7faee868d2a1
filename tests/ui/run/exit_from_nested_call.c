// exit from a nested call: buffers are flushed, files closed, handlers run, quick_exit separate.
#include <stdio.h>
#include <stdlib.h>

static FILE *log_file;
static void close_log(void) { long n = ftell(log_file); fclose(log_file); remove("log.tmp"); printf("log had %ld bytes\n", n); }
static void quick(void) { printf("quick\n"); }
static void level(int n) { fprintf(log_file, "level %d\n", n); if (n == 4) { printf("leaving at %d\n", n); exit(77); } level(n + 1); printf("not reached\n"); }

int main(void) {
    log_file = fopen("log.tmp", "w");
    atexit(close_log);
    at_quick_exit(quick);
    level(0);
    return 1;
}
