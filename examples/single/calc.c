/* calc: reads a sum of products such as 2*3+4 and prints its value. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;

static long number(void)
{
	long n = 0;
	if (!isdigit((unsigned char)*at)) {
		fputs("calc: a number is missing\n", stderr);
		exit(1);
	}
	while (isdigit((unsigned char)*at))
		n = 10 * n + *at++ - '0';
	return n;
}

static long product(void)
{
	long value = number();
	while (*at == '*' || *at == '/') {
		char operation = *at++;
		long other = number();
		if (operation == '*') {
			value *= other;
		} else if (other == 0) {
			fputs("calc: division by zero\n", stderr);
			exit(1);
		} else {
			value /= other;
		}
	}
	return value;
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fputs("usage: calc EXPRESSION\n", stderr);
		return 2;
	}
	at = argv[1];
	long sum = product();
	while (*at == '+' || *at == '-') {
		char operation = *at++;
		long other = product();
		sum += operation == '+' ? other : -other;
	}
	if (*at != '\0') {
		fputs("calc: trailing characters\n", stderr);
		return 1;
	}
	printf("%ld\n", sum);
	return 0;
}
