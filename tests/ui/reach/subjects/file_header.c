//@ args: data
//@ file: data abcdefghijkl
// A file with a magic number and a version.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	unsigned char head[8];
	FILE *f = fopen(argv[1], "rb");
	if (!f || fread(head, 1, 8, f) != 8)
		return 1;
	if (memcmp(head, "PLIG", 4))
		return 2; //~ covered
	int version = head[4] | head[5] << 8;
	if (version == 0x0203)
		return 3; //~ reached
	return 0;
}
