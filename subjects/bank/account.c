// The bank account of the paper on shadow symbolic execution for Java, with mutations: the new version
// has those mutations N for which -DMUTANT_N=~,change is given. `mutants.txt` lists what is found.
//
// deposit(a) reports if a is positive and adds a to the balance. withdraw(a) reports and returns if a
// exceeds the balance, fails an assertion at the sixth withdrawal, else subtracts and counts. The
// argument's six characters are: in which of two rounds something is withdrawn, what is withdrawn, what
// is deposited, and the account's balance and number of withdrawals before.
#ifdef ORACLE
#include "oracle.h"
#else
#include "patchlight.h"
#define BR(c) (c)
#define CK(c)
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The old value, or the change from the old to the new one where mutation n is asked for. */
#define M(n, old, new) SECOND_OF(MUTANT_##n, OLD_ONLY)(old, new)
#define SECOND_OF(...) SECOND(__VA_ARGS__, ~)
#define SECOND(a, b, ...) b
#define OLD_ONLY(old, new) old

static int balance, n_withdrawals;

static void report(const char *what) {
    puts(what);
}

static int divided(int a, int b) {
    CK(b != 0) return a / b;
}

static void deposit(int amount) {
    if (BR(M(1, M(2, M(3, M(4, amount > 0, amount >= 0), amount != 0), amount < 0), 1)))
        report("deposit");
    balance = M(5, M(6, M(7, M(8, balance + amount, balance - amount), balance * amount),
                     divided(balance, amount)), balance);
    if (BR(M(9, 1, 0)))
        balance += 0;
}

static void withdraw(int amount) {
    if (BR(M(10, M(11, M(12, M(13, amount > balance, amount >= balance), amount != balance), amount < balance), 0))) {
        report("withdrawal refused");
        return;
    }
    if (BR(M(14, M(15, M(16, M(17, n_withdrawals >= 5, n_withdrawals > 5), n_withdrawals == 5), n_withdrawals < 5), 0)))
        abort();
    balance = M(18, M(19, M(20, M(21, balance - amount, balance + amount), balance * amount),
                       divided(balance, amount)), balance);
    n_withdrawals = M(22, M(23, n_withdrawals + 1, n_withdrawals - 1), n_withdrawals);
}

static int bits(char c) { return c & 7; }

int main(int argc, char **argv) {
    const char *in = argv[1];
    if (strlen(in) != 6)
        return 2;
    int amount_out = bits(in[2]) - 2, amount_in = bits(in[3]) - 2;
    balance = bits(in[4]);
    n_withdrawals = bits(in[5]);
    for (int round = 0; BR(round < M(24, M(25, 2, 1), 3)); round++) {
        int wanted = in[round % 2] & 1;
        if (BR(M(26, M(27, wanted == 1, wanted != 1), 1)))
            withdraw(amount_out);
        else
            deposit(M(28, amount_in, amount_out));
    }
    return 0;
}
