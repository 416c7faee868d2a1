// A fast path for numbers without a sign and with nothing but small digits was changed; the seed
// goes by it. Both versions have to be led there first.
//@ args: 9999
//@ finds: exit 0 | exit 1
#include "patchlight.h"

int main(int argc, char **argv) {
    const char *digits = argv[1];
    int value = 0, is_simple = 1;
    for (const char *p = digits; *p; p++)
        is_simple &= (*p >= '0') & (*p <= '3');
    if (is_simple) {
        for (const char *p = digits; *p; p++)
            value = change(4, 5) * value + (*p - '0');
        if (value > 260) //~ new
            return 1;
    }
    return 0;
}
