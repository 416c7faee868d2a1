// Balanced brackets of three characters. After each the depth is looked at: "(" may be followed
// by anything, ")" at depth 0 ends. Sequences of (, ), other over three steps without a ")" at depth
// 0: 1 + 3 + ... are counted below. Depth 0: first char ( / ) / o. Let f(d, n) be the number of paths
// with n characters left at depth d: f(d, 0) = 1; f(0, n) = f(1, n-1) + 1 + f(0, n-1);
// f(d, n) = f(d+1, n-1) + f(d-1, n-1) + f(d, n-1). f(0,1) = 3, f(1,1) = 3, f(2,1) = 3; f(0,2) = 3+1+3
// = 7, f(1,2) = 9; f(0,3) = 9+1+7 = 17.
//@ paths: 17
#include <klee/klee.h>

int main(void)
{
	char in[3];
	int depth = 0;
	klee_make_symbolic(in, sizeof in, "in");
	for (int i = 0; i < 3; i++) {
		if (in[i] == '(')
			depth++;
		else if (in[i] == ')') {
			if (depth == 0)
				return 100;
			depth--;
		}
	}
	return depth;
}
