// A structure with inputs is copied, passed and returned by value.
//@ brute: 2
//@ paths: 2
#include <klee/klee.h>

struct pair {
	char tag;
	unsigned char value;
	int sum;
};

static struct pair swap(struct pair p)
{
	struct pair q = { (char)p.value, (unsigned char)p.tag, p.sum + 1 };
	return q;
}

int main(void)
{
	struct pair p = { 0 }, q;
	klee_make_symbolic(&p.tag, 1, "tag");
	klee_make_symbolic(&p.value, 1, "value");
	q = swap(p);
	if (q.value == 'x')
		return q.tag == 'y' ? 1 : 2;
	return q.sum == 1 ? 3 : 4;
}
