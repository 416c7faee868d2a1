//@ cflags: -fno-builtin
/* POSIX regular expressions and glibc's own interface. Error texts are glibc's. */
#include "check.h"
#include <regex.h>
#include <stdlib.h>
#include <string.h>

static const struct { const char *pattern; int flags; const char *text; } cases[] = {
    {"abc", 0, "xabcy"}, {"abc", 0, "xab"}, {"^abc$", 0, "abc"}, {"^abc$", 0, "abcd"}, {"a.c", 0, "a\nc"}, {"a.c", REG_NEWLINE, "a\nc"}, {"^b", REG_NEWLINE, "a\nb"}, {"^b", 0, "a\nb"}, {"a$", REG_NEWLINE, "a\nb"},
    {"a*", 0, ""}, {"a*", 0, "aaab"}, {"a\\{2,3\\}", 0, "aaaa"}, {"a{2,3}", REG_EXTENDED, "aaaa"}, {"a{2}", REG_EXTENDED, "a"}, {"a+", REG_EXTENDED, "baaa"}, {"a?b", REG_EXTENDED, "b"}, {"a|b", REG_EXTENDED, "xb"}, {"ab|cd|efg", REG_EXTENDED, "xefg"},
    {"\\(a\\)\\(b\\)*", 0, "abb"}, {"(a)(b)*(c)?", REG_EXTENDED, "abb"}, {"(a|ab)(c|bcd)(d*)", REG_EXTENDED, "abcd"}, {"\\(a*\\)\\1", 0, "aaaa"}, {"\\(.\\)\\1", 0, "abccd"}, {"(.)\\1", REG_EXTENDED, "abccd"},
    {"[a-c]x", 0, "bx"}, {"[^a-c]x", 0, "bx dx"}, {"[[:digit:]]+", REG_EXTENDED, "ab123"}, {"[[:alpha:]_][[:alnum:]_]*", 0, "9_id7 "}, {"[]a]", 0, "]"}, {"[^]a]", 0, "]ab"}, {"[a\\]", 0, "\\"}, {"[a-]", 0, "-"}, {"[[=a=]]", 0, "a"}, {"[[.-.]]", 0, "-"},
    {"ABC", REG_ICASE, "xabc"}, {"[A-C]+", REG_ICASE | REG_EXTENDED, "xabc"}, {"a.*b", 0, "a1b2b3"}, {"(a*)*", REG_EXTENDED, "aa"}, {"(a*)+", REG_EXTENDED, "b"}, {"()", REG_EXTENDED, "x"}, {"a||b", REG_EXTENDED, "b"}, {"^*", 0, "*"}, {"*a", 0, "*a"},
    {"\\.", 0, "a.b"}, {"a\\|b", 0, "b"}, {"a\\+", 0, "aa"}, {"a\\?b", 0, "b"}, {"\\bfoo\\b", REG_EXTENDED, "a foo b"}, {"\\<foo\\>", 0, "foo"}, {"\\w+", REG_EXTENDED, "  ab_1 "}, {"\\W", 0, "ab c"}, {"\\s", REG_EXTENDED, "ab c"}, {"\\S+", REG_EXTENDED, "  xy "},
    {"x", REG_NOSUB, "axb"}, {"(foo|foobar)(bar)?", REG_EXTENDED, "foobar"}, {"^(.+)@([a-z]+)\\.com$", REG_EXTENDED, "me.x@host.com"}, {"([0-9]+)-([0-9]+)", REG_EXTENDED, "tel 12-345"}, {"(a)|(b)", REG_EXTENDED, "b"}, {"((a)|b)*", REG_EXTENDED, "ab"}, {"[0-9]{3}", REG_EXTENDED, "12 345"},
    {"a{0}b", REG_EXTENDED, "ab"}, {"a{,2}", REG_EXTENDED, "aaa"}, {"x*y*z*", 0, "zz"}, {"\\(^a\\)", 0, "a"}, {"(^|,)b", REG_EXTENDED, "a,b"}, {"a{1", REG_EXTENDED, "a{1"}, {"\xc3\xa4", 0, "\xc3\xa4"},
};
static const struct { const char *pattern; int flags; } bad[] = {
    {"[", 0}, {"[a", 0}, {"\\(", 0}, {"\\)", 0}, {"(", REG_EXTENDED}, {")", REG_EXTENDED}, {"a\\{1", 0}, {"a\\{2,1\\}", 0}, {"a{2,1}", REG_EXTENDED}, {"a{99999}", REG_EXTENDED}, {"[b-a]", 0}, {"[[:nope:]]", 0}, {"\\", 0}, {"\\", REG_EXTENDED}, {"*", REG_EXTENDED}, {"+", REG_EXTENDED}, {"a**", REG_EXTENDED}, {"\\1", 0}, {"(a)\\2", REG_EXTENDED}, {"[[.xx.]]", 0}, {"[[=xx=]]", 0}, {"a|*", REG_EXTENDED}, {"", 0}, {"", REG_EXTENDED}, {"(|a)", REG_EXTENDED}, {"[a-", 0},
};

static void gnu(void) {
    struct re_pattern_buffer p;
    struct re_registers r;
    memset(&p, 0, sizeof p);
    memset(&r, 0, sizeof r);
    HEX(re_set_syntax, (RE_SYNTAX_POSIX_EXTENDED));
    HEX(re_set_syntax, (RE_SYNTAX_POSIX_EXTENDED));
    STR(re_compile_pattern, ("([a-z]+)([0-9]*)", 16, &p));
    also("groups", p.re_nsub);
    INT(re_search, (&p, "--abc12--", 9, 0, 9, &r)); also("regs", r.num_regs);
    for (int i = 0; i < 3; i++) { also("start", r.start[i]); also("end", r.end[i]); }
    INT(re_search, (&p, "--abc12--", 9, 9, -9, NULL));
    INT(re_search, (&p, "-----", 5, 0, 5, NULL));
    INT(re_search, (&p, "abc", 3, 4, 1, NULL));
    INT(re_match, (&p, "abc12--", 7, 0, &r));
    INT(re_match, (&p, "--abc", 5, 0, NULL));
    INT(re_match, (&p, "--abc", 5, 2, NULL));
    INT(re_search_2, (&p, "--ab", 4, "c1--", 4, 0, 8, &r, 8)); also("end", r.end[0]);
    INT(re_match_2, (&p, "ab", 2, "c1--", 4, 0, NULL, 6));
    p.fastmap = malloc(256);
    INT(re_compile_fastmap, (&p)); also("a", p.fastmap['a']); also("dash", p.fastmap['-']);
    VOID(regfree, (&p));
    memset(&p, 0, sizeof p);
    STR(re_compile_pattern, ("(a", 2, &p));
    memset(&p, 0, sizeof p);
    STR(re_compile_pattern, ("[z-a]", 5, &p));
    re_set_syntax(RE_SYNTAX_EMACS);
    memset(&p, 0, sizeof p);
    STR(re_compile_pattern, ("\\(ab\\)*c", 8, &p));
    INT(re_search, (&p, "xababc", 6, 0, 6, NULL));
    regfree(&p);
    re_set_syntax(RE_SYNTAX_POSIX_BASIC | RE_ICASE);
    memset(&p, 0, sizeof p);
    STR(re_compile_pattern, ("ab\\+", 4, &p));
    INT(re_search, (&p, "xABB", 4, 0, 4, NULL));
}

int main(void) {
    for (size_t i = 0; i < COUNT(cases); i++) {
        regex_t re;
        regmatch_t m[4];
        arg_str(cases[i].pattern); arg_int(cases[i].flags); INT(regcomp, (&re, cases[i].pattern, cases[i].flags));
        if (regcomp(&re, cases[i].pattern, cases[i].flags) != 0)
            continue;
        also("groups", re.re_nsub);
        memset(m, 0x55, sizeof m);
        arg_str(cases[i].pattern); arg_int(cases[i].flags); arg_str(cases[i].text); INT(regexec, (&re, cases[i].text, 4, m, 0));
        for (int k = 0; k < 4 && !(cases[i].flags & REG_NOSUB); k++) { put_text(" ("); put_signed(m[k].rm_so); put_char(','); put_signed(m[k].rm_eo); put_char(')'); }
        arg_str(cases[i].pattern); arg_int(cases[i].flags); arg_str(cases[i].text); arg_raw("REG_NOTBOL|REG_NOTEOL"); INT(regexec, (&re, cases[i].text, 0, NULL, REG_NOTBOL | REG_NOTEOL));
        regfree(&re);
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        regex_t re;
        char text[80] = "";
        arg_str(bad[i].pattern); arg_int(bad[i].flags); INT(regcomp, (&re, bad[i].pattern, bad[i].flags));
        int code = regcomp(&re, bad[i].pattern, bad[i].flags);
        arg_str(bad[i].pattern); UINT(regerror, (code, &re, text, sizeof text)); also_str("text", text);
    }
    for (int code = 0; code < 17; code++) {
        char text[80];
        arg_int(code); UINT(regerror, (code, NULL, text, sizeof text)); also_str("text", text);
    }
    char small[5] = "####";
    UINT(regerror, (REG_EBRACK, NULL, small, sizeof small)); also_str("text", small);
    UINT(regerror, (REG_EBRACK, NULL, NULL, 0));
    regex_t re;
    regmatch_t m[1] = {{2, 5}};
    regcomp(&re, "b", 0);
    INT(regexec, (&re, "abxxxbb", 1, m, REG_STARTEND)); also("so", m[0].rm_so);
    m[0].rm_so = 3; m[0].rm_eo = 7;
    INT(regexec, (&re, "abxxxbb", 1, m, REG_STARTEND)); also("so", m[0].rm_so);
    gnu();
    return done();
}
