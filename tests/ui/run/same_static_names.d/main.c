// Files with statics of the same names, each keeping its own.
#include <stdio.h>

static int counter = 100;
static const char *name(void) { return "main"; }
static int table[] = { 1, 2, 3 };
struct pair { int a, b; };
const char *first_name(void);
int first_bump(void);
int second_bump(void);
const char *second_name(void);
int sum_pair(struct pair *);

int main(void) {
    for (int i = 0; i < 3; i++) { int a = first_bump(), b = second_bump(); printf("%d %d %d\n", ++counter, a, b); }
    printf("%s %s %s\n", name(), first_name(), second_name());
    struct pair p = { 20, 22 };
    printf("%d %d\n", sum_pair(&p), table[0] + table[1] + table[2]);
    return 0;
}
