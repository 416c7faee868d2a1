// Backtracking: n queens counted and shown, a sudoku solved.
#include <stdio.h>

static int solutions, row[12];
static void queens(int n, int c, unsigned used, unsigned d1, unsigned d2) {
    if (c == n) { if (!solutions++) { for (int i = 0; i < n; i++) printf("%d ", row[i]); } return; }
    for (int r = 0; r < n; r++) {
        unsigned a = 1u << r, b = 1u << (r + c), d = 1u << (r - c + n);
        if (used & a || d1 & b || d2 & d) continue;
        row[c] = r;
        queens(n, c + 1, used | a, d1 | b, d2 | d);
    }
}
static int grid[9][9], steps;
static int fits(int r, int c, int v) {
    for (int i = 0; i < 9; i++) if (grid[r][i] == v || grid[i][c] == v || grid[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == v) return 0;
    return 1;
}
static int solve(int pos) {
    while (pos < 81 && grid[pos / 9][pos % 9]) pos++;
    if (pos == 81) return 1;
    for (int v = 1; v <= 9; v++) {
        if (!fits(pos / 9, pos % 9, v)) continue;
        steps++;
        grid[pos / 9][pos % 9] = v;
        if (solve(pos + 1)) return 1;
    }
    grid[pos / 9][pos % 9] = 0;
    return 0;
}

int main(void) {
    for (int n = 4; n <= 8; n++) { solutions = 0; queens(n, 0, 0, 0, 0); printf("| %d queens: %d\n", n, solutions); }
    const char *p = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    for (int i = 0; i < 81; i++) grid[i / 9][i % 9] = p[i] - '0';
    int solved = solve(0);
    printf("%d %d\n", solved, steps);
    for (int r = 0; r < 9; r++) { for (int c = 0; c < 9; c++) printf("%d%s", grid[r][c], c % 3 == 2 ? "  " : " "); printf(r % 3 == 2 ? "\n\n" : "\n"); }
    return 0;
}
