// Arrays collected by the linker in a section, walked from __start_X to __stop_X.
#include <stdio.h>
#include <string.h>

struct command { const char *name; int (*run)(int); };
#define COMMAND(n) static const struct command cmd_##n __attribute__((section("commands"), used, aligned(8))) = { #n, run_##n }
static int run_double(int x) { return x * 2; }
static int run_square(int x) { return x * x; }
static int run_negate(int x) { return -x; }
COMMAND(double);
COMMAND(square);
COMMAND(negate);
extern const struct command __start_commands[], __stop_commands[];

static int numbers_a __attribute__((section("numbers"), used)) = 10;
static int numbers_b __attribute__((section("numbers"), used)) = 20;
static int numbers_c __attribute__((section("numbers"), used)) = 30;
extern int __start_numbers[], __stop_numbers[];

int main(void) {
    printf("%td commands\n", __stop_commands - __start_commands);
    int total = 0;
    for (const struct command *c = __start_commands; c < __stop_commands; c++) total += c->run(7);
    printf("%d\n", total);
    const char *want[] = { "negate", "square", "missing" };
    for (int i = 0; i < 3; i++) {
        const struct command *c = __start_commands;
        while (c < __stop_commands && strcmp(c->name, want[i])) c++;
        if (c < __stop_commands) printf("found %s: %d\n", want[i], c->run(9)); else printf("no %s\n", want[i]);
    }
    int sum = 0;
    for (int *p = __start_numbers; p != __stop_numbers; p++) { sum += *p; *p += 1; }
    printf("%d %d\n", sum, *(volatile int *)&numbers_b);
    return 0;
}
