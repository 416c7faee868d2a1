// A position that grows by a length which depends on the input: once there are many writes, the four
// lengths become paths of their own, and all that follows is as fast as on fixed inputs.
//@ paths: 4
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	static char buffer[8192];
	char *end = buffer;
	char text[4];
	klee_make_symbolic(text, sizeof text, "text");
	text[3] = 0;
	size_t length = strlen(text);
	for (int i = 0; i < 400; i++) {
		end += length;
		*end++ = ',';
	}
	if ((size_t)(end - buffer) != 400 * (length + 1) || buffer[length] != ',')
		abort();
	return 0;
}
