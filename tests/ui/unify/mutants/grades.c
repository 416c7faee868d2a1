// A score becomes a grade; a curve is drawn for it.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define BEST 9
#define PASSED(score) ((score) >= 4)

struct curve {
    char *points;
    int length;
    int above;
};

static int bonus(int score, int factor) {
    return score * factor - 1;
}

static int grade(int score) {
    if (score > BEST)
        return 0;
    if (score >= 8)
        return 1;
    if (score >= 6 && score != 7)
        return 2;
    if (PASSED(score))
        return 3;
    return 4;
}

static void draw(struct curve *curve, int height) {
    curve->above = 0;
    for (int n = 0; n < curve->length; n++) {
        int point = n * 2;
        if (point > height) {
            curve->points[n] = '#';
            curve->above++;
        }
    }
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    int score = argv[1][0] - '0';
    if (score < 0 || score > 12) {
        puts("no score");
        return 1;
    }
    int result = grade(score);
    int height = 3;
    if (bonus(score, 2) > 9)
        height = 7;
    struct curve curve = {.length = 6};
    curve.points = calloc(curve.length + 1, 1);
    draw(&curve, height);
    assert(curve.above <= curve.length && score != 11);
    printf("grade %d, %d above\n", result, curve.above);
    if (curve.points[5] == '#')
        puts("steep");
    free(curve.points);
    return result;
}
