// regcomp and regexec: extended and basic syntax, submatches, flags, error texts.
#include <regex.h>
#include <stdio.h>

static void try(const char *re, const char *text, int flags) {
    regex_t r;
    regmatch_t m[5];
    int e = regcomp(&r, re, flags);
    if (e) { char b[100]; regerror(e, &r, b, sizeof b); printf("/%s/ error: %s\n", re, b); return; }
    e = regexec(&r, text, 5, m, 0);
    printf("/%s/ on \"%s\": ", re, text);
    if (e) printf("no match");
    else for (size_t i = 0; i <= r.re_nsub && i < 5; i++) {
        if (m[i].rm_so < 0) printf("(-) ");
        else printf("(%d-%d %.*s) ", (int)m[i].rm_so, (int)m[i].rm_eo, (int)(m[i].rm_eo - m[i].rm_so), text + m[i].rm_so);
    }
    printf("\n");
    regfree(&r);
}

int main(void) {
    const int E = REG_EXTENDED;
    try("hello", "say hello", E);
    try("^[a-z]+([0-9]*)$", "abc123", E);
    try("([a-z]+)@([a-z]+)\\.(com|org)", "mail joe@example.org now", E);
    try("a{2,3}", "caaaat", E);
    try("(a|ab)(c|bcd)", "abcd", E);
    try("x*", "aaa", E);
    try("colou?r", "the COLOR", E | REG_ICASE);
    try("\\(ab\\)*c", "ababc", 0);
    try("a+b", "a+b", 0);
    try("[[:digit:]]+[[:space:]][[:alpha:]]+", "page 42 of", E);
    try("[^a-c]+", "abcxyzabc", E);
    try("\\.", "end.", E);
    try("(b)|(a)", "a", E);
    try("^$", "", E);
    try("a.c", "a\nc", E);
    try("a.c", "a\nc", E | REG_NEWLINE);
    try("^b", "a\nb", E | REG_NEWLINE);
    try("\\([a-z]\\)\\1", "hello", 0);
    try("(", "x", E);
    try("[a", "x", E);
    try("a{2,1}", "x", E);
    try("nothing", "here", E);
    regex_t r;
    regcomp(&r, "o", E | REG_NOSUB);
    printf("%d %d\n", regexec(&r, "foo", 0, NULL, 0), regexec(&r, "bar", 0, NULL, 0) == REG_NOMATCH);
    regfree(&r);
    regcomp(&r, "[0-9]+", E);
    const char *p = "1 22 x333 4444";
    regmatch_t m;
    for (int fl = 0; !regexec(&r, p, 1, &m, fl); fl = REG_NOTBOL) { printf("%.*s,", (int)(m.rm_eo - m.rm_so), p + m.rm_so); p += m.rm_eo; }
    printf("\n");
    regfree(&r);
    return 0;
}
