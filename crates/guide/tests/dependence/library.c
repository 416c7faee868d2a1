#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { int x; int y; };
static jmp_buf out;
static int by_x(const void *a, const void *b) {
  const struct pair *p = a, *q = b;
  return p->x - q->x;
}
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int all = 0;
  while (n--)
    all += va_arg(list, int);
  return all;
}
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*const table[])(int, int) = { add, sub };
int main(int argc, char **argv) {
  struct pair many[3];
  many[argc].x = argc;
  qsort(many, 3, sizeof many[0], by_x);
  int first = many[0].x;
  int total = sum(2, first, 4);
  struct pair copy;
  memcpy(&copy, &many[1], sizeof copy);
  int last = copy.y;
  char text[20];
  strcpy(text, argv[1]);
  char *word = strchr(text, ',');
  int letter = *word;
  volatile int tries = 0;
  if (setjmp(out) == 0) {
    tries = letter;
    longjmp(out, 1);
  }
  int after = tries;
  int chosen = table[argc & 1](last, 5);
  printf("%d %s\n", total, text);
  return chosen
    + after;
}
