// A machine of three states over two bytes.
//@ brute: 2
//@ paths: 3
#include <klee/klee.h>

int main(void)
{
	unsigned char in[2];
	int state = 0;
	klee_make_symbolic(in, 2, "in");
	for (int i = 0; i < 2; i++) {
		switch (state) {
		case 0: state = in[i] == 'a' ? 1 : 0; break;
		case 1: state = in[i] == 'b' ? 2 : in[i] == 'a' ? 1 : 0; break;
		}
	}
	return state;
}
