// A binary heap as priority queue; Dijkstra, Bellman-Ford and Floyd agree on a grid graph.
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { N = 36, INF = INT_MAX / 4 };
struct edge { int to, w, next; };
static struct edge edges[400]; static int first[N], ne;
static struct { int d, v; } heap[2000]; static int nh;
static void link_(int a, int b, int w) { edges[ne] = (struct edge){ b, w, first[a] }; first[a] = ne++; }
static void push(int d, int v) {
    int i = nh++;
    while (i && heap[(i - 1) / 2].d > d) { heap[i] = heap[(i - 1) / 2]; i = (i - 1) / 2; }
    heap[i].d = d; heap[i].v = v;
}
static int pop(int *d) {
    int v = heap[0].v; *d = heap[0].d;
    typeof(heap[0]) last = heap[--nh];
    int i = 0, c;
    while ((c = 2 * i + 1) < nh) { if (c + 1 < nh && heap[c + 1].d < heap[c].d) c++; if (heap[c].d >= last.d) break; heap[i] = heap[c]; i = c; }
    heap[i] = last;
    return v;
}

int main(void) {
    memset(first, -1, sizeof first);
    unsigned x = 99;
    for (int r = 0; r < 6; r++) for (int c = 0; c < 6; c++) {
        int a = r * 6 + c;
        x = x * 1664525u + 1013904223u; int w = 1 + (int)(x >> 28);
        if (c < 5) link_(a, a + 1, w), link_(a + 1, a, w + 2);
        if (r < 5) link_(a, a + 6, w * 2), link_(a + 6, a, 3);
    }
    int d[N], b[N], prev[N];
    static int f[N][N];
    for (int i = 0; i < N; i++) d[i] = b[i] = INF, prev[i] = -1;
    d[0] = b[0] = 0;
    push(0, 0);
    while (nh) {
        int du, u = pop(&du);
        if (du > d[u]) continue;
        for (int e = first[u]; e >= 0; e = edges[e].next) if (du + edges[e].w < d[edges[e].to]) { d[edges[e].to] = du + edges[e].w; prev[edges[e].to] = u; push(d[edges[e].to], edges[e].to); }
    }
    for (int k = 0; k < N; k++) for (int u = 0; u < N; u++) for (int e = first[u]; e >= 0; e = edges[e].next) if (b[u] + edges[e].w < b[edges[e].to]) b[edges[e].to] = b[u] + edges[e].w;
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) f[i][j] = i == j ? 0 : INF;
    for (int u = 0; u < N; u++) for (int e = first[u]; e >= 0; e = edges[e].next) f[u][edges[e].to] = edges[e].w;
    for (int k = 0; k < N; k++) for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) if (f[i][k] + f[k][j] < f[i][j]) f[i][j] = f[i][k] + f[k][j];
    int same = 0;
    for (int i = 0; i < N; i++) { same += d[i] == b[i] && d[i] == f[0][i]; printf("%3d%s", d[i], i % 6 == 5 ? "\n" : " "); }
    printf("%d of %d agree; path:", same, N);
    for (int v = N - 1; v >= 0; v = prev[v]) printf(" %d", v);
    printf("\n");
    return 0;
}
