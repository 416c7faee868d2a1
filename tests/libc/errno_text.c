//@ cflags: -fno-builtin
/* Texts and names of errors and signals: they are glibc's. */
#include "check.h"
#include <netdb.h>
#include <signal.h>
#include <string.h>

extern int __xpg_strerror_r(int, char *, size_t);

int main(void) {
    for (int e = 0; e <= 140; e++) {
        char b[128];
        arg_int(e); STR(strerror, (e));
        arg_int(e); STR(strerror_r, (e, b, sizeof b));
        arg_int(e); STR(strerrorname_np, (e));
        arg_int(e); STR(strerrordesc_np, (e));
        memset(b, 0, sizeof b);
        arg_int(e); CODE(__xpg_strerror_r, (e, b, sizeof b)); also_str("text", b);
    }
    STR(strerror, (-1)); STR(strerror, (99999)); STR(strerror, (-2147483647 - 1));
    char small[6] = "#####";
    CODE(__xpg_strerror_r, (ENOENT, small, sizeof small)); also_str("text", small);
    STR(strerror_r, (77777, small, sizeof small));
    for (int s = -1; s <= 66; s++) {
        arg_int(s); STR(strsignal, (s));
        arg_int(s); STR(sigabbrev_np, (s));
        arg_int(s); STR(sigdescr_np, (s));
    }
    for (int e = 0; e < 6; e++) {
        arg_int(e); STR(hstrerror, (e));
    }
    for (int e = -12; e <= 1; e++) {
        arg_int(e); STR(gai_strerror, (e));
    }
    return done();
}
