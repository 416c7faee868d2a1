// Enumerations: values, negative and large ones, as bit masks, array sizes and switch labels.
#include <stdio.h>

enum color { RED, GREEN = 5, BLUE, CYAN = GREEN + BLUE, LAST };
enum sign { MINUS = -10, ZERO = 0, PLUS };
enum big { SMALL = 1, HUGE_VALUE = 0x7fffffff };
enum unsigned_big { TOP = 0xffffffffu };
enum wide { WIDE = 0x100000000LL };
typedef enum { F_READ = 1 << 0, F_WRITE = 1 << 1, F_EXEC = 1 << 2, F_ALL = F_READ | F_WRITE | F_EXEC } flags;
enum { COUNT = 7 };

static const char *name(enum color c) {
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    case CYAN: return "cyan";
    case LAST: break;
    }
    return "?";
}
static flags toggle(flags f, flags g) { return f ^ g; }
static void show(flags f) { printf("%c%c%c ", f & F_READ ? 'r' : '-', f & F_WRITE ? 'w' : '-', f & F_EXEC ? 'x' : '-'); }

int main(void) {
    for (int i = RED; i <= LAST; i++) printf("%d=%s ", i, name((enum color)i));
    printf("\n%d %d %d %d\n", MINUS, ZERO, PLUS, (enum sign)MINUS < ZERO);
    printf("%d %u %lld\n", HUGE_VALUE, (unsigned)TOP, (long long)WIDE);
    printf("%zu %zu %zu\n", sizeof(enum color), sizeof(enum wide), sizeof RED);
    flags f = F_READ;
    show(f); f |= F_EXEC; show(f); f = toggle(f, F_ALL); show(f); f &= ~F_WRITE; show(f); show(F_ALL);
    printf("\n");
    int a[COUNT];
    for (enum color c = RED; c < COUNT; c++) a[c] = (int)c * 2;
    printf("%d %zu\n", a[BLUE], sizeof a);
    enum sign s = MINUS;
    s++;
    printf("%d %d\n", s, s == -9);
    return f;
}
