// A search in a constant table.
//@ brute: 1
//@ paths: 16
#include <klee/klee.h>

static const unsigned char table[] = { 3, 9, 27, 81, 90, 143, 200, 255 };

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	int low = 0, high = 8;
	while (low < high) {
		int middle = (low + high) / 2;
		if (table[middle] == a)
			return middle;
		if (table[middle] < a)
			low = middle + 1;
		else
			high = middle;
	}
	return 100;
}
