/*
 * The functions of klee/klee.h and of software verification competitions for native runs. Inputs
 * come, in the order in which the program asks for them, from the .ktest file that KTEST_FILE
 * names. Link it with the program: cc program.c replay.c && KTEST_FILE=case-1.ktest ./a.out
 *
 * All functions are weak: a program that brings its own keeps it.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define WEAK __attribute__((weak))
#define UNTRACED __attribute__((no_sanitize("address", "undefined")))

/* A run that is not the one that the test describes. */
enum { NOT_THIS_TEST = 125 };

static unsigned char *test;
static size_t test_size, test_at;
static uint32_t n_inputs_left;

static void give_up(const char *what, const char *name)
{
	fprintf(stderr, "replay: %s%s\n", what, name);
	_exit(NOT_THIS_TEST);
}

static uint32_t number(void)
{
	if (test_size - test_at < 4)
		give_up("the test ends early", "");
	unsigned char *p = test + test_at;
	test_at += 4;
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static unsigned char *counted(uint32_t *length)
{
	*length = number();
	if (test_size - test_at < *length)
		give_up("the test ends early", "");
	unsigned char *bytes = test + test_at;
	test_at += *length;
	return bytes;
}

static void read_test(void)
{
	const char *name = getenv("KTEST_FILE");
	if (!name)
		give_up("KTEST_FILE is not set", "");
	int fd = open(name, O_RDONLY);
	off_t size = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
	if (size < 9)
		give_up("cannot read ", name);
	test = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
	test_size = (size_t)size;
	close(fd);
	if (test == MAP_FAILED || memcmp(test, "KTEST", 5) != 0)
		give_up("not a test: ", name);
	test_at = 5;
	uint32_t version = number(), length;
	for (uint32_t n = number(); n > 0; n--)
		counted(&length);
	if (version >= 2) {
		number();
		number();
	}
	n_inputs_left = number();
}

static void input(void *to, size_t size, const char *name)
{
	if (!test)
		read_test();
	/* Arguments, files and the like are inputs too, which the program gets in other ways. */
	for (; n_inputs_left > 0; n_inputs_left--) {
		uint32_t name_length, length;
		const unsigned char *its_name = counted(&name_length);
		const unsigned char *bytes = counted(&length);
		if (name_length == strlen(name) && memcmp(its_name, name, name_length) == 0) {
			if (length != size)
				give_up("another size is in the test for ", name);
			memcpy(to, bytes, size);
			n_inputs_left--;
			return;
		}
	}
	give_up("the test has no input ", name);
}

WEAK void klee_make_symbolic(void *address, size_t size, const char *name)
{
	input(address, size, name ? name : "unnamed");
}

WEAK int klee_int(const char *name)
{
	int value;
	input(&value, sizeof value, name ? name : "unnamed");
	return value;
}

WEAK int klee_range(int begin, int end, const char *name)
{
	int value = klee_int(name);
	if (value < begin || value >= end)
		give_up("outside of its range: ", name ? name : "unnamed");
	return value;
}

WEAK void klee_assume(uintptr_t condition)
{
	if (!condition)
		give_up("an assumption does not hold", "");
}

WEAK void klee_silent_exit(int status)
{
	(void)status;
	give_up("klee_silent_exit", "");
}

WEAK void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
	(void)suffix;
	fprintf(stderr, "%s:%d: %s\n", file, line, message);
	abort();
}

WEAK unsigned klee_is_symbolic(uintptr_t value)
{
	(void)value;
	return 0;
}

WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int32_t klee_get_value_i32(int32_t value) { return value; }
WEAK int64_t klee_get_value_i64(int64_t value) { return value; }

WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK void klee_warning(const char *message) { (void)message; }
WEAK void klee_warning_once(const char *message) { (void)message; }
WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_print_range(const char *message, int value) { (void)message, (void)value; }
WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WEAK void klee_stack_trace(void) {}
WEAK void klee_mark_global(void *object) { (void)object; }

#define NONDET(type, suffix)                          \
	WEAK type __VERIFIER_nondet_##suffix(void)        \
	{                                                 \
		type value;                                   \
		input(&value, sizeof value, "nondet_" #suffix); \
		return value;                                 \
	}

NONDET(char, char)
NONDET(unsigned char, uchar)
NONDET(uint8_t, u8)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(uint16_t, u16)
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(unsigned, unsigned)
NONDET(uint32_t, u32)
NONDET(float, float)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
NONDET(long long, loff_t)
NONDET(size_t, size_t)
NONDET(void *, pointer)
NONDET(double, double)
NONDET(uint64_t, u64)

WEAK _Bool __VERIFIER_nondet_bool(void)
{
	unsigned char value;
	input(&value, sizeof value, "nondet_bool");
	return value & 1;
}

WEAK void __VERIFIER_assume(int condition) { klee_assume(condition != 0); }
WEAK void __VERIFIER_error(void) { abort(); }
WEAK void reach_error(void) { abort(); }

/*
 * Which basic blocks run: the list of their addresses, up to a 0, in the file that PATCHLIGHT_TRACE
 * names. It is shared memory, so a crash loses nothing.
 */
enum { TRACE_SLOTS = 1 << 16 };

static uint64_t *trace, seen[TRACE_SLOTS];
static size_t n_traced;

__attribute__((constructor)) static void start_trace(void)
{
	const char *name = getenv("PATCHLIGHT_TRACE");
	int fd = name ? open(name, O_RDWR | O_CREAT, 0600) : -1;
	size_t size = TRACE_SLOTS * sizeof *trace;
	if (fd < 0 || ftruncate(fd, (off_t)size) != 0)
		return;
	void *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (map != MAP_FAILED)
		trace = map;
}

WEAK UNTRACED void __sanitizer_cov_trace_pc(void)
{
	if (!trace)
		return;
	uint64_t pc = (uint64_t)(uintptr_t)__builtin_return_address(0);
	size_t at = pc * 0x9e3779b97f4a7c15u >> 48;
	while (seen[at] != 0 && seen[at] != pc)
		at = (at + 1) % TRACE_SLOTS;
	if (seen[at] == 0 && n_traced < TRACE_SLOTS - 1) {
		seen[at] = pc;
		trace[n_traced++] = pc;
	}
}
