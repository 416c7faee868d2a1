// An expression evaluator by precedence climbing, with variables, functions and error messages.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *p, *err;
static double vars[26];
static double expr(int min);
static void skip(void) { while (*p == ' ') p++; }
static double primary(void) {
    skip();
    if (*p == '(') { p++; double v = expr(0); skip(); if (*p == ')') p++; else err = "missing )"; return v; }
    if (*p == '-') { p++; return -expr(5); }
    if (*p == '!') { p++; return !expr(5); }
    if (isdigit((unsigned char)*p) || *p == '.') { char *e; double v = strtod(p, &e); p = e; return v; }
    if (isalpha((unsigned char)*p)) {
        char name[8]; int n = 0;
        while (isalpha((unsigned char)*p) && n < 7) name[n++] = *p++;
        name[n] = 0;
        if (n == 1) return vars[tolower((unsigned char)name[0]) - 'a'];
        skip();
        if (*p++ != '(') { err = "unknown name"; p--; return 0; }
        double a = expr(0), b = 0;
        skip();
        if (*p == ',') { p++; b = expr(0); skip(); }
        if (*p == ')') p++; else err = "missing )";
        if (!strcmp(name, "max")) return a > b ? a : b;
        if (!strcmp(name, "min")) return a < b ? a : b;
        if (!strcmp(name, "abs")) return a < 0 ? -a : a;
        err = "unknown function";
        return 0;
    }
    err = "value expected";
    return 0;
}
static int prec(char c) { switch (c) { case '<': case '>': return 1; case '+': case '-': return 2; case '*': case '/': case '%': return 3; case '^': return 6; } return -1; }
static double expr(int min) {
    double l = primary();
    for (;;) {
        skip();
        char op = *p;
        int q = prec(op);
        if (q < min || q < 0 || err) return l;
        p++;
        double r = expr(op == '^' ? q : q + 1);
        switch (op) {
        case '+': l += r; break; case '-': l -= r; break; case '*': l *= r; break;
        case '/': if (r == 0) { err = "division by zero"; return 0; } l /= r; break;
        case '%': if ((long)r == 0) { err = "division by zero"; return 0; } l = (double)((long)l % (long)r); break;
        case '<': l = l < r; break; case '>': l = l > r; break;
        case '^': { double v = 1; for (int i = 0; i < (int)r; i++) v *= l; l = v; break; }
        }
    }
}
static void eval(const char *s) {
    p = s; err = NULL;
    int target = -1;
    if (isalpha((unsigned char)s[0]) && s[1] == '=') { target = s[0] - 'a'; p = s + 2; }
    double v = expr(0);
    skip();
    if (!err && *p) err = "unexpected text";
    if (err) printf("%s -> error at %td: %s\n", s, p - s, err);
    else { printf("%s -> %.10g\n", s, v); if (target >= 0) vars[target] = v; }
}

int main(void) {
    const char *t[] = { "1+2*3", "(1+2)*3", "2^3^2", "-2^2", "10-4-3", "100/7", "17%5", "x=5", "y=x*x+1", "max(x,y)-min(3,4)", "abs(-7.5)*2", "1<2", "2<1+1", "!0+!5", "((((3))))", "1+", "(1", "1/0", "2 2", "foo(1)", "bar", "1.5e3+.5", "5%0", "--4" };
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) eval(t[i]);
    return 0;
}
