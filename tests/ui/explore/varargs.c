// Symbolic values through variable arguments: the sum is 300, or the first one 5, or neither.
//@ paths: 3
#include <klee/klee.h>
#include <stdarg.h>

static int sum(int n, ...)
{
	va_list list;
	int total = 0;
	va_start(list, n);
	for (int i = 0; i < n; i++)
		total += va_arg(list, int);
	va_end(list);
	return total;
}

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	if (sum(2, a, b) == 300)
		return 1;
	if (sum(3, a, 2, 3) == 10)
		return 2;
	return 0;
}
