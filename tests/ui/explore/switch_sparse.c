// Cases far apart, and a fall through.
//@ brute: 2
//@ paths: 5
#include <klee/klee.h>

int main(void)
{
	unsigned short s;
	int n = 0;
	klee_make_symbolic(&s, sizeof s, "s");
	switch (s) {
	case 1: n++;
	case 1000: n += 2; break;
	case 40000: n = 7; break;
	case 65535: return 9;
	}
	return n;
}
