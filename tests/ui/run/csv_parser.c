// A CSV reader with quotes, doubled quotes, embedded newlines, and a column summary.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table { char **cell; int rows, cols; };
static char *slice(const char *s, size_t n) { char *r = malloc(n + 1); memcpy(r, s, n); r[n] = 0; return r; }

static int parse(const char *p, struct table *t, const char **why) {
    char field[200];
    size_t n = 0;
    int col = 0;
    t->cell = NULL; t->rows = 0; t->cols = 0;
    int total = 0;
    while (*p) {
        n = 0;
        if (*p == '"') {
            for (p++;; p++) {
                if (!*p) { *why = "open quote"; return 0; }
                if (*p == '"') { if (p[1] != '"') break; p++; }
                field[n++] = *p;
            }
            p++;
            if (*p && *p != ',' && *p != '\n') { *why = "text after quote"; return 0; }
        } else while (*p && *p != ',' && *p != '\n') field[n++] = *p++;
        t->cell = realloc(t->cell, sizeof(char *) * (size_t)(total + 1));
        t->cell[total++] = slice(field, n);
        col++;
        if (*p == ',') { p++; if (!*p || *p == '\n') { t->cell = realloc(t->cell, sizeof(char *) * (size_t)(total + 1)); t->cell[total++] = slice("", 0); col++; } else continue; }
        if (!t->rows) t->cols = col;
        t->rows++;
        if (col != t->cols) { *why = "ragged row"; return 0; }
        col = 0;
        if (*p == '\n') p++;
    }
    return 1;
}
static void show(const char *text) {
    struct table t; const char *why = NULL;
    if (!parse(text, &t, &why)) printf("error: %s after row %d\n", why, t.rows);
    else {
        for (int r = 0; r < t.rows; r++) { for (int c = 0; c < t.cols; c++) printf("[%s]", t.cell[r * t.cols + c]); printf("\n"); }
        for (int c = 0; c < t.cols; c++) {
            double sum = 0; int numbers = 0; size_t widest = 0;
            for (int r = 1; r < t.rows; r++) { char *e, *s = t.cell[r * t.cols + c]; double v = strtod(s, &e); if (*s && !*e) sum += v, numbers++; if (strlen(s) > widest) widest = strlen(s); }
            printf("%s: %d numbers, sum %g, widest %zu\n", t.cell[c], numbers, sum, widest);
        }
        for (int i = 0; i < t.rows * t.cols; i++) free(t.cell[i]);
    }
    free(t.cell);
}

int main(void) {
    show("name,age,city\nann,31,Oslo\n\"bob, jr\",42,\"New\nYork\"\n\"say \"\"hi\"\"\",7.5,\n");
    show("a\n1\n2\n-3e2\n");
    show("a,b\n1\n");
    show("a,\"b\n");
    show("\"a\"x,b\n");
    return 0;
}
