// Every question is hard, and a batch asks many of them.
#include <klee/klee.h>

int main(void)
{
	unsigned long long a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	unsigned long long hash = a ^ 0x9e3779b97f4a7c15;
	for (int i = 0; i < 4; i++) hash = (hash * (hash | 5) + b) ^ hash >> 29;
	int n = 0;
	for (unsigned i = 0; i < 1000; i++)
		if (hash == 4611685975477714963 + i) n++;
	return n;
}
