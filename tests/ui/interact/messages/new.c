// Checks a time such as `7:5`: what it says about one that is wrong is written in other words.
//@ options: --sym-arg 3
//@ alphabet: 17:x
//@ interaction: none
#include <stdio.h>

enum problem { NONE, NO_HOUR, NO_COLON, NO_MINUTE };

static enum problem check(const char *text) {
    if (text[0] < '0' || text[0] > '9')
        return NO_HOUR;
    if (text[1] != ':')
        return NO_COLON;
    if (text[2] < '0' || text[2] > '5')
        return NO_MINUTE;
    return NONE;
}

static const char *describe(enum problem problem) {
    switch (problem) {
    case NO_HOUR:
        return "the hour is missing"; //~ C1
    case NO_COLON:
        return "the colon is missing"; //~ C2
    case NO_MINUTE:
        return "the minute is missing or too large"; //~ C3
    default:
        return "a time"; //~ C4
    }
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: time HOUR:MINUTE\n", stderr); //~ C5
        return 2;
    }
    enum problem problem = check(argv[1]);
    puts(describe(problem));
    return problem != NONE;
}
