// A run-length decoder reads the byte to repeat without looking whether there is one (as in
// CVE-2015-8126). The last byte is a count: after two plain bytes and a plain one, or after a pair
// and a plain one in either order.
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned char *in = malloc(4), out[64];
	unsigned at = 0, n = 0;
	klee_make_symbolic(in, 4, "in");
	for (int i = 0; i < 4; i++)
		klee_assume(in[i] == 0 | in[i] == 0x82);
	while (at < 4) {
		unsigned char c = in[at++];
		if (c & 0x80) {
			unsigned char value = in[at++]; //~ out-of-bounds-read paths=3
			for (int i = c & 0x7f; i > 0; i--)
				out[n++] = value;
		} else
			out[n++] = c;
	}
	free(in);
	return n > 0 ? out[0] : 0;
}
