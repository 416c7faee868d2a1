// Character classes are looked up and cases changed without a fork, whatever the character is.
//@ paths: 2
//@ brute: 1
#include <ctype.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char c;
	klee_make_symbolic(&c, 1, "c");
	int n = !!isalpha(c) + !!isdigit(c) * 2 + !!isspace(c) * 4 + !!ispunct(c) * 8 + !!isupper(c) * 16;
	n += !!islower(c) * 32 + !!isalnum(c) * 64 + !!isprint(c) * 128 + !!isgraph(c) * 256;
	n += !!iscntrl(c) * 512 + !!isxdigit(c) * 1024 + !!isblank(c) * 2048 + tolower(c) * 4096;
	n += toupper(c) << 20;
	if (n == ('q' << 12) + ('Q' << 20) + 1 + 32 + 64 + 128 + 256)
		return 1;
	return 0;
}
