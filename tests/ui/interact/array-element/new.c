// Words and numbers of a text by a table of actions. `_` has a class of its own now, and rows of
// the table are two actions wide.
//@ options: --sym-arg 3
//@ alphabet: a1_+
//@ interaction: 21 25
//@ args: _
#include <stdio.h>

enum { OTHER, SPACE, DIGIT, LETTER, UNDERSCORE };
enum { SKIP, COUNT, JOIN };

static unsigned char class_of[128];
static const unsigned char actions[8] = {SKIP, SKIP, COUNT, COUNT, JOIN, JOIN, COUNT, JOIN};

static void classify(void) {
    for (int c = '0'; c <= '9'; c++)
        class_of[c] = DIGIT;
    for (int c = 'a'; c <= 'z'; c++)
        class_of[c] = LETTER;
    class_of[' '] = SPACE;
    class_of['_'] = UNDERSCORE; //~ C1
}

static int action_of(unsigned char c, int in_word) {
    int row = 2 * class_of[c & 127]; //~ C2
    return actions[row + in_word];
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    classify();
    int words = 0, in_word = 0;
    for (const char *p = argv[1]; *p; p++) {
        int action = action_of(*p, in_word);
        if (action == COUNT)
            words++;
        in_word = action != SKIP;
    }
    printf("%d\n", words);
    return words;
}
