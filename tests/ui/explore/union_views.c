// The same bytes as numbers of different widths.
//@ brute: 2
//@ paths: 2
#include <klee/klee.h>

union view {
	unsigned short word;
	unsigned char bytes[2];
};

int main(void)
{
	union view view;
	klee_make_symbolic(&view, sizeof view, "view");
	if (view.word == 0x0102)
		return view.bytes[0] == 2 ? 1 : 2;
	view.bytes[1] = 0;
	return view.word > 200 ? 3 : 4;
}
