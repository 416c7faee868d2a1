// Insertion sort of three bytes: one path for each of the six orders.
//@ paths: 6
#include <klee/klee.h>

int main(void)
{
	unsigned char v[3];
	klee_make_symbolic(v, sizeof v, "v");
	for (int i = 1; i < 3; i++) {
		unsigned char x = v[i];
		int j = i;
		for (; j > 0 && v[j - 1] > x; j--)
			v[j] = v[j - 1];
		v[j] = x;
	}
	return v[0] <= v[1] && v[1] <= v[2] ? 0 : 1;
}
