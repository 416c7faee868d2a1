/* Read before musl's vfscanf.c: its numbers are scanned by shim/scan_integer.c, which
 * also wants the conversion letter, vfscanf's variable `t`. */
#include "stdio_impl.h"
#include "floatscan.h"
#include "intscan.h"

unsigned long long __pl_scan_integer(FILE *, unsigned, int);
long double __pl_scan_float(FILE *, int);
#define __floatscan(stream, precision, any) __pl_scan_float(stream, precision)
#define __intscan(stream, base, any, limit) __pl_scan_integer(stream, base, t)
