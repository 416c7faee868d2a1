// The digits are added up in another way, which a range check in between hides from most inputs.
//@ args: 2222
//@ finds: exit 0 | exit 5
#include "patchlight.h"

int main(int argc, char **argv) {
    int sum = 0, n = 0;
    for (const char *p = argv[1]; *p; p++, n++) {
        int digit = *p - '0';
        if (digit < 0 || digit > 9)
            return 1;
        if (n & 1)
            digit = digit > change(5, 4) ? 2 * digit - 9 : 2 * digit; //~ new
        sum += digit;
    }
    return n == 4 && sum == 20 + change(0, 1) && argv[1][1] == '5' ? 5 : 0;
}
