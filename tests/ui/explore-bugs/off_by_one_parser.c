// A parser of a quoted string that checks the length before the character, not after it: a string
// of exactly eight characters writes the final NUL past the end (as in CVE-2021-3156).
#include <klee/klee.h>

static int unquote(const char *in, char *out, int size)
{
	int n = 0;
	if (*in++ != '"')
		return -1;
	while (*in && *in != '"') {
		if (*in == '\\' && in[1])
			in++;
		if (n > size)
			return -1;
		out[n++] = *in++; //~ out-of-bounds-write
	}
	out[n < size ? n : size - 1] = 0;
	return n;
}

int main(void)
{
	char in[8], out[4];
	klee_make_symbolic(in, sizeof in, "in");
	in[7] = 0;
	for (int i = 1; i < 7; i++)
		klee_assume(in[i] == 'a' | in[i] == '"');
	return unquote(in, out, sizeof out) < 0;
}
