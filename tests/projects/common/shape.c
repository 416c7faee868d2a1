#include "text.h"

#include <ctype.h>

const char *text_shape(const char *word)
{
    int has_digit = 0, has_letter = 0;
    for (; *word; word++) {
        has_digit |= isdigit((unsigned char)*word) != 0;
        has_letter |= isalpha((unsigned char)*word) != 0;
    }
    return has_digit && has_letter ? "mixed" : has_digit ? "number" : "word";
}
