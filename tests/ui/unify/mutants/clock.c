// An alarm clock: the input is the hour, and strokes are counted until noon.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define NOON 6
#define ODD(n) ((n) % 2 == 1)

struct alarm {
    int hour;
    int strokes;
    char *marks;
};

static int wrap(int hour, int limit) {
    return hour >= limit ? hour - limit : hour;
}

static int ring(struct alarm *alarm, int hour) {
    if (hour == alarm->hour) {
        puts("ring");
        alarm->strokes += 2;
        return 1;
    }
    if (ODD(hour))
        alarm->strokes++;
    return 0;
}

static void mark(struct alarm *alarm, int hour) {
    if (hour < 0 || hour >= NOON)
        return;
    alarm->marks[hour] = 'x';
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    int start = argv[1][0] - 'A';
    if (start < 0 || start > 7) {
        puts("no hour");
        return 1;
    }
    struct alarm alarm = {.hour = 3};
    alarm.marks = calloc(NOON + 1, 1);
    int rings = 0;
    for (int hour = start; hour < NOON; hour++) {
        int shown = wrap(hour, 5);
        rings += ring(&alarm, shown);
        mark(&alarm, shown);
    }
    assert(rings < 3);
    if (rings == 0) {
        puts("slept");
        alarm.strokes--;
    }
    printf("%d strokes, %s\n", alarm.strokes, alarm.marks[4] ? "four" : "not four");
    free(alarm.marks);
    return rings;
}
