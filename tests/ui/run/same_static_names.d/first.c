// The same static names with other contents.
static int counter = 200;
static const char *name(void) { return "first"; }
static int table[] = { 10, 20, 30 };
const char *first_name(void) { return name(); }
int first_bump(void) { static int step; step++; return counter += step + table[1]; }
