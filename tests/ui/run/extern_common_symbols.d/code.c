// Functions over the shared data.
#include <string.h>
int shared_counter;
int common_array[8];
extern struct config { int verbose; double ratio; char name[16]; } config;
void bump(int by) { shared_counter += by; common_array[7] += common_array[3] * by; config.ratio += config.verbose; }
static int twice(int x) { return x * 2; }
static int square(int x) { return x * x; }
int (*handler(const char *n))(int) { return !strcmp(n, "double") ? twice : !strcmp(n, "square") ? square : 0; }
