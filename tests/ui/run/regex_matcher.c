// A small backtracking regular expression matcher written by hand.
#include <stdio.h>
#include <string.h>

static int match_here(const char *re, const char *s);
static int one(const char *re, int c) {
    if (!c) return 0;
    if (*re == '.') return 1;
    if (*re == '\\') return re[1] == 'd' ? c >= '0' && c <= '9' : re[1] == c;
    if (*re == '[') {
        int neg = re[1] == '^', hit = 0;
        for (re += 1 + neg; *re != ']'; re++) {
            if (re[1] == '-' && re[2] != ']') { hit |= c >= re[0] && c <= re[2]; re += 2; }
            else hit |= *re == c;
        }
        return hit != neg;
    }
    return *re == c;
}
static int width(const char *re) { if (*re == '\\') return 2; if (*re == '[') return (int)(strchr(re, ']') - re) + 1; return 1; }
static int match_here(const char *re, const char *s) {
    if (!*re) return 1;
    if (*re == '$' && !re[1]) return !*s;
    int w = width(re);
    char q = re[w];
    if (q == '*' || q == '+') {
        const char *t = s;
        while (one(re, (unsigned char)*t)) t++;
        for (; t - s >= (q == '+'); t--) { if (match_here(re + w + 1, t)) return 1; if (t == s) break; }
        return 0;
    }
    if (q == '?') return (one(re, (unsigned char)*s) && match_here(re + w + 1, s + 1)) || match_here(re + w + 1, s);
    return one(re, (unsigned char)*s) && match_here(re + w, s + 1);
}
static int match(const char *re, const char *s) {
    if (*re == '^') return match_here(re + 1, s) ? 0 : -1;
    for (const char *t = s;; t++) { if (match_here(re, t)) return (int)(t - s); if (!*t) return -1; }
}

int main(void) {
    static const char *const re[] = { "abc", "^abc", "c$", "a.c", "ab*c", "ab+c", "ab?c", "[a-c]+$", "[^a-c]", "\\d+", "\\.", "x*", "^$", "a.*z", "[0-9a-f]+x" };
    static const char *const s[] = { "abc", "xabc", "ac", "abbbbc", "1234", "a.b", "", "a quick z", "ff0x", "cab" };
    for (unsigned i = 0; i < sizeof re / sizeof *re; i++) {
        printf("%-12s", re[i]);
        for (unsigned j = 0; j < sizeof s / sizeof *s; j++) printf(" %2d", match(re[i], s[j]));
        printf("\n");
    }
    return 0;
}
