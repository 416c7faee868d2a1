// Weak definitions and references, aliases of functions and of variables.
#include <stdio.h>

int real_value = 5;
extern int other_name __attribute__((alias("real_value")));
int table[4] = { 1, 2, 3, 4 };
extern int table_alias[4] __attribute__((alias("table")));

int implementation(int x) { return x * 3; }
int public_name(int x) __attribute__((alias("implementation")));
int weak_alias(int x) __attribute__((weak, alias("implementation")));
static int hidden(int x) { return x - 1; }
int exported(int x) __attribute__((alias("hidden")));

extern int missing_function(int) __attribute__((weak));
extern int missing_variable __attribute__((weak));
__attribute__((weak)) int overridable(void) { return 11; }
__attribute__((weak)) int weak_data = 77;

int main(void) {
    printf("%d %d\n", public_name(4), weak_alias(5));
    printf("%d %d\n", exported(10), hidden(10));
    other_name = 9;
    int *volatile p = &real_value;
    printf("%d %d\n", *p, other_name);
    int *volatile t = table_alias;
    t[2] = 30;
    printf("%d %d\n", table[2], &table[3] == &t[3]);
    int (*volatile f)(int) = missing_function;
    int *volatile v = &missing_variable;
    printf("%s %s\n", f ? "present" : "absent", v ? "present" : "absent");
    if (missing_function) printf("%d\n", missing_function(1)); else printf("not called\n");
    printf("%d %d\n", overridable(), weak_data);
    int (*volatile g)(int) = public_name, (*volatile h)(int) = implementation;
    printf("%d\n", g == h);
    return 0;
}
