// Conway's game of life on a torus, a glider and an R-pentomino.
#include <stdio.h>
#include <string.h>

enum { H = 16, W = 32 };
static unsigned char world[2][H][W];
static int cur;
static int step(void) {
    int alive = 0;
    for (int r = 0; r < H; r++) for (int c = 0; c < W; c++) {
        int n = 0;
        for (int dr = -1; dr <= 1; dr++) for (int dc = -1; dc <= 1; dc++) if (dr || dc) n += world[cur][(r + dr + H) % H][(c + dc + W) % W];
        alive += world[!cur][r][c] = n == 3 || (n == 2 && world[cur][r][c]);
    }
    cur = !cur;
    return alive;
}
static void put(int r, int c, const char *const *rows) { for (int i = 0; rows[i]; i++) for (int j = 0; rows[i][j]; j++) world[cur][r + i][c + j] = rows[i][j] == '#'; }
static void show(void) { for (int r = 0; r < H; r++) { for (int c = 0; c < W; c++) putchar(world[cur][r][c] ? '#' : '.'); putchar('\n'); } putchar('\n'); }

int main(void) {
    static const char *const glider[] = { ".#.", "..#", "###", NULL }, *const pent[] = { ".##", "##.", ".#.", NULL };
    put(1, 1, glider);
    show();
    for (int i = 0; i < 40; i++) step();
    show();
    memset(world, 0, sizeof world);
    put(6, 14, pent);
    for (int i = 0; i <= 120; i++) { int n = step(); if (i % 20 == 0) printf("generation %d: %d\n", i + 1, n); }
    show();
    return 0;
}
