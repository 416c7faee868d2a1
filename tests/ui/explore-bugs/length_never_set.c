// An option leaves a length as it was, and it was never set (as in CVE-2017-1000380): here it is
// what an earlier record left in a buffer that is used again. The
// length comes from the first record, from the second one, or from the second one after the first.
#include <klee/klee.h>

struct record {
	unsigned char has_length, length, data[4];
};

static struct record record;

int main(void)
{
	unsigned char in[4];
	int sum = 0;
	klee_make_symbolic(in, sizeof in, "in");
	for (int i = 0; i < 2; i++) {
		record.has_length = in[2 * i] & 1;
		if (record.has_length)
			record.length = in[2 * i + 1];
		if (i == 0 && record.length > 6)
			return 1;
	}
	unsigned char local[4] = { 1, 2, 3, 4 };
	klee_assume(record.length <= 6);
	for (int i = 0; i < record.length; i++)
		sum += local[i]; //~ out-of-bounds-read paths=3
	return sum;
}
