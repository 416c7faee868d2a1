/* The shared library. */
#ifndef TEXT_H
#define TEXT_H

#define TEXT_API __attribute__((visibility("default")))

TEXT_API extern int text_is_ready;
TEXT_API char *text_normalise(const char *word);
TEXT_API const char *text_shape(const char *word);

#endif
