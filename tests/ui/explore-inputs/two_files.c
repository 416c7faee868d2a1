//@ options: --sym-files 2 2
//@ alphabet: ab
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char a[3] = "", b[3] = "";
	FILE *first = fopen("A", "r"), *second = fopen("B", "r");
	if (!first || !second) return 100;
	fread(a, 1, 2, first);
	fread(b, 1, 2, second);
	if (fgetc(second) != EOF) return 101;
	if (memcmp(a, b, 2) == 0) return 1;
	if (a[0] == b[1] && a[1] == b[0]) exit(2);
	return 3;
}
