#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int text_is_ready;

__attribute__((constructor)) static void prepare(void)
{
    text_is_ready = 1;
}

/* Hidden: the executable has another `trim`. */
__attribute__((visibility("hidden"))) const char *trim(const char *text)
{
    while (ispunct((unsigned char)*text))
        text++;
    return text;
}

char *text_normalise(const char *word)
{
    char *copy = strdup(trim(word));
    size_t length = strlen(copy);
    while (length > 0 && ispunct((unsigned char)copy[length - 1]))
        copy[--length] = '\0';
    for (size_t n = 0; n < length; n++)
        copy[n] = (char)tolower((unsigned char)copy[n]);
    return copy;
}
