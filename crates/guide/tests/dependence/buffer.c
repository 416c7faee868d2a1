#include <stdlib.h>
static char *field;
static long max;
int is_printable(long i) {
  return field[i];
}
int main(int argc, char **argv) {
  max = argc;
  long eol = argv[1][0];
  if (max)
    field = malloc(max + 1);
  if (eol)
    if (max)
      return is_printable(eol);
  return 0;
}
