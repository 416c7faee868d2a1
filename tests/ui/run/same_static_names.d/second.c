// And a third set, with a struct of the same tag and another layout of use.
static long counter;
static const char *name(void) { static char b[] = "second"; b[0] = 'S'; return b; }
static double table[] = { 0.5, 1.5 };
struct pair { int x, y; };
const char *second_name(void) { return name(); }
int second_bump(void) { static int step = 7; step += 2; counter += (long)(table[0] + table[1]); return (int)(counter * 10 + step); }
int sum_pair(struct pair *p) { return p->x + p->y; }
