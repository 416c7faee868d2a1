// What is printed depends on the input without a branch: one path and its output.
//@ paths: 1
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
	unsigned char a, text[4] = "x=?\n";
	klee_make_symbolic(&a, 1, "a");
	klee_assume(a < 26);
	text[2] = 'a' + a;
	write(1, text, 4);
	return 0;
}
