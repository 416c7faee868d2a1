/* Read before musl's vfscanf.c: its integers are scanned by shim/scan_integer.c, which
 * also wants the conversion letter, vfscanf's variable `t`. */
#include "stdio_impl.h"
#include "intscan.h"

unsigned long long __pl_scan_integer(FILE *, unsigned, int);
#define __intscan(stream, base, any, limit) __pl_scan_integer(stream, base, t)
