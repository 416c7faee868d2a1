//@ args: a
// A table of commands with functions.
#include <string.h>

static int add(int n) { return n + 1; }
static int drop(int n)
{
	if (n == 'k')
		return 7; //~ reached
	return n - 1;
}
static int list(int n) { return n == 'l'; } //~ reached

static const struct command {
	const char *name;
	int (*run)(int);
} commands[] = { { "add", add }, { "drop", drop }, { "list", list } };

int main(int argc, char **argv)
{
	for (int n = 0; n < 3; n++)
		if (strncmp(argv[1], commands[n].name, strlen(commands[n].name)) == 0)
			return commands[n].run(argv[1][strlen(commands[n].name)]);
	return 1;
}
