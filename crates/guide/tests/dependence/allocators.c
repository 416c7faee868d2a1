#include <stdlib.h>
#include <stdio.h>
static void *xmalloc(size_t n) {
  void *p = malloc(n);
  if (!p)
    exit(1);
  return p;
}
static void *xcalloc(size_t n, size_t size) {
  return xmalloc(n * size);
}
static void *xrealloc(void *p, size_t n) {
  p = realloc(p, n);
  if (!p)
    exit(1);
  return p;
}
int main(int argc, char **argv) {
  int *a = xmalloc(4 * argc);
  int *b = xcalloc(4, argc);
  a[0] = argc;
  b[0] = 7;
  b = xrealloc(b, 8 * argc);
  int x = a[0];
  int y = b[0];
  return x
    + y;
}
