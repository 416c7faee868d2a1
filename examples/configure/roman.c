/* roman NUMBER...: prints numbers as Roman numerals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	int value;
	const char *letters;
} numerals[] = {
	{ 1000, "M" }, { 900, "CM" }, { 500, "D" }, { 400, "CD" }, { 100, "C" }, { 90, "XC" },
	{ 50, "L" },   { 40, "XL" },  { 10, "X" },  { 9, "IX" },   { 5, "V" },   { 4, "IV" },
	{ 1, "I" },
};

static void print_roman(int n)
{
	char text[16] = "";
	for (size_t i = 0; i < sizeof numerals / sizeof *numerals; i++) {
		while (n >= numerals[i].value) {
			strcat(text, numerals[i].letters);
			n -= numerals[i].value;
		}
	}
	puts(text);
}

int main(int argc, char **argv)
{
	int status = 0;
	for (int i = 1; i < argc; i++) {
		char *end;
		long n = strtol(argv[i], &end, 10);
		if (*end != '\0' || n < 1 || n > 3999) {
			fprintf(stderr, "roman: %s: not a number from 1 to 3999\n", argv[i]);
			status = 1;
			continue;
		}
		print_roman((int)n);
	}
	return status;
}
