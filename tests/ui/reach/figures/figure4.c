//@ args: hello
// Figure 4: the other side of the branch at hand is the target.
#include <stdio.h>

static char escape(char c)
{
	return c == '\n' ? 'n' : '?'; //~ reached
}

static void log_char(char input)
{
	if (input >= ' ' && input <= '~') {
		putchar(input); //~ covered
	} else {
		char escaped = escape(input); //~ reached
		putchar(escaped);
	}
}

int main(int argc, char **argv)
{
	for (char *p = argv[1]; *p; p++)
		log_char(*p);
	return 0;
}
