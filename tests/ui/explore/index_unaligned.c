// Words at odd addresses of a buffer.
//@ brute: 1
//@ paths: 2
#include <klee/klee.h>

struct __attribute__((packed)) anywhere {
	unsigned word;
};

int main(void)
{
	unsigned char a, buffer[12];
	for (int i = 0; i < 12; i++)
		buffer[i] = (unsigned char)(i * 37);
	klee_make_symbolic(&a, 1, "a");
	unsigned word = ((struct anywhere *)(buffer + (a & 7)))->word;
	if (word == 0x946f4a25)
		return 1;
	return word & 1 ? 2 : 3;
}
