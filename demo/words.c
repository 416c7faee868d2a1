/* Counts words on standard input and prints the most frequent ones. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
	char *text;
	int count;
};

static int by_count(const void *a, const void *b)
{
	const struct word *x = a, *y = b;
	return x->count != y->count ? y->count - x->count : strcmp(x->text, y->text);
}

int main(int argc, char **argv)
{
	int top = argc > 1 ? atoi(argv[1]) : 3;
	struct word *words = NULL;
	size_t n = 0, total = 0;
	char buf[64];

	while (scanf("%63s", buf) == 1) {
		size_t i;
		for (char *p = buf; *p; p++)
			*p = tolower((unsigned char)*p);
		for (i = 0; i < n && strcmp(words[i].text, buf) != 0; i++)
			;
		if (i == n) {
			words = realloc(words, (n + 1) * sizeof *words);
			words[n++] = (struct word){ strdup(buf), 0 };
		}
		words[i].count++;
		total++;
	}
	qsort(words, n, sizeof *words, by_count);
	printf("%zu words, %zu distinct, %.2f a word\n", total, n, (double)total / n);
	for (size_t i = 0; i < n && i < (size_t)top; i++)
		printf("%4d %s\n", words[i].count, words[i].text);
	for (size_t i = 0; i < n; i++)
		free(words[i].text);
	free(words);
	return 0;
}
