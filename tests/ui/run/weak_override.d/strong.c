// The strong definitions.
int level(void) { return 2; }
int setting = 50;
const char *label = "strong label";
int optional(int x) { return x * 11; }
extern int kept(void);
int call_level(void) { return level() * 100 + kept(); }
