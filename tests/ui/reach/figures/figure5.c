//@ args: GET
// Figure 5: a comparison before fixes the bytes that the target needs to be others.
#include <stdio.h>
#include <string.h>

static int is_get;

static char escape(char c)
{
	return c == '\n' ? 'n' : '?';
}

static void log_char(char input)
{
	if (input >= ' ' && input <= '~') {
		putchar(input);
	} else {
		char escaped = escape(input); //~ reached
		putchar(escaped);
	}
}

int main(int argc, char **argv)
{
	char *verb = argv[1];
	if (0 == strcmp(verb, "GET"))
		is_get = 1;
	for (char *p = verb; *p; p++)
		log_char(*p);
	return 0;
}
