/* Inputs that the program names as parts of its surroundings are named. */
//@ options: --sym-arg 1
//@ paths: 8
#include <klee/klee.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	unsigned char argument, input, file;
	klee_make_symbolic(&argument, 1, "arg0");
	klee_make_symbolic(&input, 1, "stdin");
	klee_make_symbolic(&file, 1, "file-A");
	if (getchar() != EOF || fopen("A", "r"))
		return 100;
	int class = 0;
	if (argv[1][0] == 'a')
		class |= 1;
	if (argument == 'b')
		class |= 2;
	if (input == 'c')
		class |= 4;
	(void)file;
	return class;
}
