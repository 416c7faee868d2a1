// Roman numerals both ways, and calendars of several months printed.
#include <stdio.h>
#include <string.h>

static const struct { int v; const char *s; } parts[] = { { 1000, "M" }, { 900, "CM" }, { 500, "D" }, { 400, "CD" }, { 100, "C" }, { 90, "XC" }, { 50, "L" }, { 40, "XL" }, { 10, "X" }, { 9, "IX" }, { 5, "V" }, { 4, "IV" }, { 1, "I" } };
static char *roman(int n, char *out) { *out = 0; for (int i = 0; i < 13; i++) for (; n >= parts[i].v; n -= parts[i].v) strcat(out, parts[i].s); return out; }
static int number(const char *s) { int n = 0; for (int i = 0; i < 13; i++) { size_t l = strlen(parts[i].s); while (!strncmp(s, parts[i].s, l)) { n += parts[i].v; s += l; } } return *s ? -1 : n; }
static int leap(int y) { return (y % 4 == 0 && y % 100) || y % 400 == 0; }
static int days(int y, int m) { static const int d[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 }; return d[m - 1] + (m == 2 && leap(y)); }
static int weekday(int y, int m, int d) { static const int t[] = { 0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4 }; y -= m < 3; return (y + y / 4 - y / 100 + y / 400 + t[m - 1] + d) % 7; }
static void month(int y, int m) {
    static const char *const names[] = { "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December" };
    char title[40]; int n = snprintf(title, sizeof title, "%s %d", names[m - 1], y);
    printf("%*s\nSu Mo Tu We Th Fr Sa\n", (20 + n) / 2, title);
    int w = weekday(y, m, 1);
    printf("%*s", w * 3, "");
    for (int d = 1; d <= days(y, m); d++, w++) printf("%2d%s", d, w % 7 == 6 || d == days(y, m) ? "\n" : " ");
}

int main(void) {
    char b[32]; int bad = 0;
    for (int n = 1; n < 4000; n++) bad += number(roman(n, b)) != n;
    printf("%d\n", bad);
    static const int shown[] = { 1, 4, 9, 14, 40, 90, 400, 1444, 1994, 2024, 3888, 3999 };
    for (int i = 0; i < 12; i++) printf("%d=%s ", shown[i], roman(shown[i], b));
    printf("\n%d %d\n", number("MCMXCIVQ"), number("XLII"));
    month(2024, 2); month(1900, 2); month(2000, 1); month(1999, 12);
    printf("%d %d %d %d\n", leap(1900), leap(2000), leap(2023), leap(2024));
    return 0;
}
