// With the sanitizer, an index outside of the array stops the program.
//@ cflags: -fsanitize=bounds -fsanitize-undefined-trap-on-error
//@ paths: 1
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	int cells[10] = { 0 };
	klee_make_symbolic(&a, 1, "a");
	return cells[a]; //~ trap
}
