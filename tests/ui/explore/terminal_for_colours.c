// A program that writes colours to terminals only; its input is no terminal, since it is symbolic. libc
// asks about its output itself when it first writes.
//@ options: --sym-terminals --sym-stdin 1
//@ statuses: 0 1
//@ paths: 4
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	int colour = 0;
	if (getchar() == 'c')
		colour = isatty(1);
	if (colour)
		fputs("\033[31m", stdout);
	puts("red?");
	if (isatty(0))
		return 100;
	return colour;
}
