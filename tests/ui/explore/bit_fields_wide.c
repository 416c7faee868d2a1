// Fields of a run of more than 128 bits, which is one integer to the compiler.
//@ brute: 1
//@ paths: 4
#include <klee/klee.h>

struct run {
	unsigned a : 30;
	unsigned b : 3;
	signed c : 27;
	unsigned d : 31;
	signed e : 30;
	unsigned f : 17;
	signed g : 7;
} __attribute__((packed));

static struct run run;

int main(void)
{
	unsigned char s;
	klee_make_symbolic(&s, sizeof s, "s");
	run.g = s;
	run.f = s * 3;
	run.e = -s;
	if (run.g < -60)
		return 1;
	if (run.f == 30)
		return 2;
	if (run.e < -200)
		return 3;
	return 0;
}
