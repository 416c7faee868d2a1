int f(const char *fs) {
  int lhs = 0;
  int v = 0, init = 1, c;
  for (; *fs; fs++) {
    if (*fs >= '0') {
      v = *fs - '0';
      lhs = 1;
    } else if (*fs == '-') {
      c = lhs;
      init = c ? v : 1;
    }
  }
  return init;
}
