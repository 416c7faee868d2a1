// Weak definitions in one file, overridden or not by strong ones in another.
#include <stdio.h>

__attribute__((weak)) int level(void) { return 1; }
__attribute__((weak)) int kept(void) { return 10; }
__attribute__((weak)) int setting = 5;
__attribute__((weak)) const char *label = "weak label";
extern int optional(int) __attribute__((weak));
extern int absent(int) __attribute__((weak));
int call_level(void);

int main(void) {
    printf("level %d kept %d setting %d label %s\n", level(), kept(), setting, label);
    printf("optional %d\n", optional ? optional(4) : -1);
    int (*volatile f)(int) = absent;
    printf("absent %d\n", f ? 1 : 0);
    printf("from the other file %d\n", call_level());
    return 0;
}
