// The input chooses among functions through a structure: one path a function, and the default.
//@ paths: 4
#include <klee/klee.h>

struct command {
	char key;
	int (*run)(int);
};

static int add(int n) { return n + 1; }
static int negate(int n) { return -n; }
static int quit(int n) { return 0; }

static const struct command commands[] = { { 'a', add }, { 'n', negate }, { 'q', quit } };

int main(void)
{
	char key;
	klee_make_symbolic(&key, 1, "key");
	for (unsigned i = 0; i < 3; i++)
		if (commands[i].key == key)
			return commands[i].run(5);
	return 77;
}
