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
        return "hour?";
    case NO_COLON:
        return "colon?";
    case NO_MINUTE:
        return "minute?";
    default:
        return "ok";
    }
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: time H:M\n", stderr);
        return 2;
    }
    enum problem problem = check(argv[1]);
    puts(describe(problem));
    return problem != NONE;
}
