// A recursive-descent JSON reader that prints the value indented, or the place of an error.
#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text, *p;
static jmp_buf fail;
static void error(const char *m) { printf("\nerror at %td: %s\n", p - text, m); longjmp(fail, 1); }
static void space(void) { while (isspace((unsigned char)*p)) p++; }
static void indent(int n) { printf("\n%*s", n * 2, ""); }
static void string(void) {
    if (*p++ != '"') error("string expected");
    putchar('"');
    while (*p != '"') {
        if (!*p) error("unterminated string");
        if (*p == '\\') {
            p++;
            if (*p == 'u') { char h[5] = { 0 }; for (int i = 0; i < 4; i++) { if (!isxdigit((unsigned char)p[1 + i])) error("bad escape"); h[i] = p[1 + i]; } printf("\\u%04lx", strtoul(h, NULL, 16)); p += 5; continue; }
            if (!*p || !strchr("\"\\/bfnrt", *p)) error("bad escape");
            putchar('\\');
        }
        putchar(*p++);
    }
    p++;
    putchar('"');
}
static void value(int depth) {
    space();
    if (depth > 20) error("too deep");
    if (*p == '{' || *p == '[') {
        char close = *p == '{' ? '}' : ']';
        putchar(*p++);
        space();
        if (*p == close) { putchar(*p++); return; }
        for (;;) {
            indent(depth + 1);
            if (close == '}') { space(); string(); space(); if (*p++ != ':') { p--; error("colon expected"); } printf(": "); }
            value(depth + 1);
            space();
            if (*p == ',') { putchar(*p++); continue; }
            if (*p == close) { p++; indent(depth); putchar(close); return; }
            error("comma or close expected");
        }
    }
    if (*p == '"') { string(); return; }
    if (!strncmp(p, "true", 4) || !strncmp(p, "null", 4)) { printf("%.4s", p); p += 4; return; }
    if (!strncmp(p, "false", 5)) { printf("false"); p += 5; return; }
    char *end;
    double d = strtod(p, &end);
    if (end == p) error("value expected");
    printf("%.10g", d);
    p = end;
}
static void show(const char *t) {
    text = p = t;
    if (setjmp(fail)) return;
    value(0);
    space();
    if (*p) error("trailing text");
    printf("\n");
}

int main(void) {
    show("{\"name\": \"test\", \"list\": [1, 2.50, -3e2, [], {}], \"deep\": {\"a\": {\"b\": [true, false, null]}}}");
    show("[\"esc \\n \\\" \\u00E9\", 0]");
    show("  42 ");
    show("[1, 2");
    show("{\"a\" 1}");
    show("[1 2]");
    show("\"open");
    show("[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]");
    show("\"bad \\x\"");
    show("{} x");
    return 0;
}
