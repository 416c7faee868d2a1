/* What a subject of this directory is written with.
 *
 * BR(c) is a condition and stands outside of the arguments of change(); a line has one, or the parts
 * of one && or ||, for which compilers name a single line. CK(c) stands before something that fails
 * unless c holds, on the same line. Under Patchlight they are the plain program; with -DORACLE each run
 * is recorded as the list of its branches, up to the first check that fails. A subject keeps nothing
 * between two runs of its main. */
#include "patchlight.h"
#ifdef ORACLE
int oracle_branch(int line, int truth);
void oracle_check(int line, int holds);
_Noreturn void oracle_exit(int status);
_Noreturn void oracle_abort(void);
#define BR(c) oracle_branch(__LINE__, !!(c))
#define CK(c) oracle_check(__LINE__, !!(c));
#define exit oracle_exit
#define abort oracle_abort
#define main subject_main
#else
#define BR(c) (c)
#define CK(c)
_Noreturn void exit(int status);
_Noreturn void abort(void);
#endif
