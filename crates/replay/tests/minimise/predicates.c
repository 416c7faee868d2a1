/*
 * Twenty patches: the old version says 0 always, the new one says 1 on some strings. The program's
 * own name (`p7`) says which. With -DSEARCH it prints the shortest such string, found by trying all
 * over an alphabet.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count(const char *s, const char *of)
{
	int n = 0;
	for (; *s; s++)
		n += strchr(of, *s) != NULL;
	return n;
}

static int digit_sum(const char *s)
{
	int sum = 0;
	for (; *s; s++)
		sum += isdigit((unsigned char)*s) ? *s - '0' : 0;
	return sum;
}

static int depth(const char *s)
{
	int now = 0, most = 0;
	for (; *s; s++) {
		now += *s == '(' ? 1 : *s == ')' ? -1 : 0;
		most = now > most ? now : most;
	}
	return now == 0 ? most : 0;
}

static int differs(int which, const char *s)
{
	int n = strlen(s), v = atoi(s), a = 0, b = 0;
	switch (which) {
	case 0: return v > 500;
	case 1: return n > 2 && strchr(s, ',');
	case 2: return strstr(s, "ax") != NULL;
	case 3: return count(s, ",") >= 3;
	case 4: return n >= 3 && s[0] == s[n - 1];
	case 5: return v > 0 && v % 15 == 0;
	case 6: return n >= 4;
	case 7: return s[0] == '-' && count(s, "0159") > 0;
	case 8: return sscanf(s, "%d-%d", &a, &b) == 2 && a > b;
	case 9: return digit_sum(s) >= 20;
	case 10: return n >= 2 && s[0] == s[1];
	case 11: return v < 0;
	case 12: return n >= 3 && count(s, (char[]){ s[0], 0 }) == n;
	case 13: return count(s, "0159") && count(s, "ax") && count(s, ",");
	case 14: return n >= 2 && n % 2 == 0 && s[0] == 'x';
	case 15: return v > 99999;
	case 16: return strstr(s, "0") && strstr(s, "9") && v % 2 == 0;
	case 17: return strstr(s, "--") != NULL;
	case 18: return n > 1 && s[n - 1] == ':';
	case 19: return depth(s) >= 2;
	}
	return 0;
}

#ifdef SEARCH
static int find(int which, char *s, int at, int length)
{
	if (at == length)
		return differs(which, s);
	for (const char *c = "0159ax-,:()"; *c; c++) {
		s[at] = *c;
		if (find(which, s, at + 1, length))
			return 1;
	}
	return 0;
}

int main(void)
{
	for (int which = 0; which < 20; which++)
		for (int length = 0; length < 7; length++) {
			char s[9] = { 0 };
			if (find(which, s, 0, length)) {
				printf("%s\n", s);
				break;
			}
		}
	return 0;
}
#else
int main(int argc, char **argv)
{
	int which = atoi(strrchr(argv[0], 'p') + 1);
#ifdef OLD
	int result = 0;
#else
	int result = argc > 1 && differs(which, argv[1]);
#endif
	printf("%d\n", result);
	return 0;
}
#endif
