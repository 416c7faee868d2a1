// Memory filled with an input byte: the word is made of it, so one branch.
//@ paths: 2
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	unsigned char a;
	unsigned word;
	klee_make_symbolic(&a, 1, "a");
	memset(&word, a, sizeof word);
	if (word == 0x41414141)
		return 1;
	if (word == 0x41414142)
		return 2;
	return 0;
}
