/* error(), assert's failure and the like. */
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void finish(int status, int number, const char *format, va_list ap)
{
	vfprintf(stderr, format, ap);
	error_message_count++;
	if (number) fprintf(stderr, ": %s", strerror(number));
	putc('\n', stderr);
	fflush(stderr);
	if (status) exit(status);
}

static void print_program(const char *after)
{
	fflush(stdout);
	if (error_print_progname) error_print_progname();
	else fprintf(stderr, "%s:%s", program_invocation_name, after);
}

void error(int status, int number, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	print_program(" ");
	finish(status, number, format, ap);
	va_end(ap);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
	static const char *last_file;
	static unsigned last_line;
	va_list ap;
	if (error_one_per_line) {
		if (last_line == line && (file == last_file || (last_file && file && !strcmp(last_file, file)))) return;
		last_file = file;
		last_line = line;
	}
	va_start(ap, format);
	print_program("");
	if (file) fprintf(stderr, "%s:%u: ", file, line);
	else fprintf(stderr, " ");
	finish(status, number, format, ap);
	va_end(ap);
}

/* clang gives assert() the whole declaration, gcc the name: gcc's way is kept. */
static const char *bare_name(const char *function, char *buf, size_t size)
{
	const char *open = function ? strchr(function, '(') : 0;
	if (!open) return function;
	const char *start = open;
	while (start > function && start[-1] != ' ' && start[-1] != '*') start--;
	size_t n = open - start < size ? open - start : size - 1;
	memcpy(buf, start, n);
	buf[n] = 0;
	return buf;
}

static _Noreturn void fail(const char *what, const char *text, const char *file, unsigned line, const char *function)
{
	char name[256];
	function = bare_name(function, name, sizeof name);
	fflush(stdout);
	fprintf(stderr, "%s%s%s:%u: %s%s", program_invocation_short_name, *program_invocation_short_name ? ": " : "",
		file, line, function ? function : "", function ? ": " : "");
	fprintf(stderr, what, text);
	fflush(stderr);
	abort();
}

void __assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
	fail("Assertion `%s' failed.\n", text, file, line, function);
}

void __assert(const char *text, const char *file, int line)
{
	__assert_fail(text, file, line, 0);
}

void __assert_perror_fail(int number, const char *file, unsigned line, const char *function)
{
	fail("Unexpected error: %s.\n", strerror(number), file, line, function);
}

void __stack_chk_fail(void)
{
	fprintf(stderr, "*** stack smashing detected ***: terminated\n");
	abort();
}

void __chk_fail(void)
{
	fprintf(stderr, "*** buffer overflow detected ***: terminated\n");
	abort();
}
