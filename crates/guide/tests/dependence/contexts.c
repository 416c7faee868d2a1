static int twice(int x) {
  return x + x;
}
static int choose(int c, int a) {
  if (c)
    return a;
  return 7;
}
static void put(int *to, int what) {
  *to = what;
}
int main(int argc, char **argv) {
  int a = argc + 1;
  int b = argc + 2;
  int ta = twice(a);
  int tb = twice(b);
  int ca = choose(a, 3);
  int cb = choose(argc, b);
  int m;
  put(&m, ta);
  int n = m;
  return tb
    + ca
    + cb
    + n;
}
