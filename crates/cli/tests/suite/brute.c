/*
 * Runs a program, whose main is called program_main here, on all inputs of INPUT_BYTES bytes in
 * ascending order, and prints the first input of every class: inputs are of one class if the same
 * basic blocks run in the same order and the program ends in the same way. The program is compiled
 * with -fsanitize-coverage=trace-pc and must not keep anything between two runs.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int program_main(int argc, char **argv, char **env);

static unsigned char bytes[INPUT_BYTES];
static size_t n_taken;
static uint64_t trace;
static sigjmp_buf end;

/* How a run ends: 1 returned, 2 exit, 3 discarded, 4 error reported, 64 + signal. */
enum { RETURNED = 1, EXITED, DISCARDED, REPORTED, SIGNAL = 64 };

void __sanitizer_cov_trace_pc(void)
{
	trace = (trace ^ (uint64_t)(uintptr_t)__builtin_return_address(0)) * 0x9e3779b97f4a7c15u;
	trace ^= trace >> 29;
}

static void leave(int how) { siglongjmp(end, how); }
static void on_signal(int signal) { leave(SIGNAL + signal); }

void __wrap_exit(int status)
{
	(void)status;
	leave(EXITED);
}

void __wrap_abort(void) { leave(SIGNAL + SIGABRT); }

void __wrap___assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
	(void)text, (void)file, (void)line, (void)function;
	leave(SIGNAL + SIGABRT);
}

void klee_make_symbolic(void *address, size_t size, const char *name)
{
	(void)name;
	for (size_t n = 0; n < size; n++)
		((unsigned char *)address)[n] = n_taken < INPUT_BYTES ? bytes[n_taken++] : 0;
}

void klee_assume(uintptr_t condition)
{
	if (!condition)
		leave(DISCARDED);
}

void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
	(void)file, (void)line, (void)message, (void)suffix;
	leave(REPORTED);
}

#define NONDET(type, suffix)                               \
	type __VERIFIER_nondet_##suffix(void)                  \
	{                                                      \
		type value;                                        \
		klee_make_symbolic(&value, sizeof value, #suffix); \
		return value;                                      \
	}
NONDET(char, char)
NONDET(unsigned char, uchar)
NONDET(short, short)
NONDET(unsigned short, ushort)

void __VERIFIER_assume(int condition) { klee_assume(condition != 0); }
void reach_error(void) { leave(REPORTED); }

/* The classes that were seen. */
enum { SLOTS = 1 << 18 };
static uint64_t seen[SLOTS];

static int is_new(uint64_t class)
{
	class |= 1;
	size_t at = class * 0x9e3779b97f4a7c15u >> 46;
	for (; seen[at]; at = (at + 1) % SLOTS)
		if (seen[at] == class)
			return 0;
	seen[at] = class;
	return 1;
}

int main(int argc, char **argv, char **env)
{
	int signals[] = { SIGFPE, SIGSEGV, SIGILL, SIGTRAP, SIGBUS };
	struct sigaction action = { .sa_handler = on_signal };
	for (size_t n = 0; n < sizeof signals / sizeof *signals; n++)
		sigaction(signals[n], &action, NULL);
	for (uint32_t input = 0; input < 1u << 8 * INPUT_BYTES; input++) {
		for (size_t n = 0; n < INPUT_BYTES; n++)
			bytes[n] = (unsigned char)(input >> 8 * (INPUT_BYTES - 1 - n));
		n_taken = 0;
		trace = 0;
		int how = sigsetjmp(end, 1);
		if (how == 0) {
			program_main(argc, argv, env);
			how = RETURNED;
		}
		if (how != DISCARDED && is_new(trace * 131 + (uint64_t)how * 2)) {
			for (size_t n = 0; n < INPUT_BYTES; n++)
				printf("%02x", bytes[n]);
			printf(" %s\n", how <= EXITED ? "exit" : "error");
		}
	}
	return 0;
}
