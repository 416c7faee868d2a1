//@ cflags: -fno-builtin
/* Obstacks: growing objects in chunks. */
#include "check.h"
#include <obstack.h>
#include <stdlib.h>
#include <string.h>

extern int _obstack_allocated_p(struct obstack *, void *);

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

int main(void) {
    struct obstack o;
    MACRO(obstack_init, (&o));
    obstack_grow(&o, "hello", 5);
    line_open("obstack_grow", "(&o, \"hello\", 5)"); put_signed(obstack_object_size(&o));
    obstack_1grow(&o, '!');
    line_open("obstack_1grow", "(&o, '!')"); put_signed(obstack_object_size(&o));
    obstack_grow0(&o, "xy", 2);
    char *first = obstack_finish(&o);
    line_open("obstack_finish", "(&o)"); put_quoted(first); also("aligned", (uintptr_t)obstack_base(&o) % 16 == 0);
    char *copy = obstack_copy0(&o, "copied", 6);
    line_open("obstack_copy0", "(&o, \"copied\", 6)"); put_quoted(copy);
    for (int i = 0; i < 2000; i++)
        obstack_int_grow(&o, i);
    line_open("_obstack_newchunk", "(&o, n)"); put_signed(obstack_object_size(&o));
    int *numbers = obstack_finish(&o);
    line_open("obstack_int_grow", "(&o, i)"); put_signed(numbers[1999]); also("first", numbers[0]);
    MACRO(obstack_printf, (&o, "%s=%d", "key", 42));
    obstack_1grow(&o, 0);
    line_open("obstack_finish", "(&o)"); put_quoted(obstack_finish(&o));
    INT(_obstack_allocated_p, (&o, first));
    line_open("_obstack_memory_used", "(&o)"); put_signed(_obstack_memory_used(&o) >= 8000);
    void *block = obstack_alloc(&o, 10);
    obstack_blank(&o, 100);
    line_open("obstack_blank", "(&o, 100)"); put_signed(obstack_object_size(&o));
    obstack_free(&o, block);
    line_open("obstack_free", "(&o, block)"); put_signed(obstack_object_size(&o)); also("same", obstack_alloc(&o, 10) == block);
    obstack_free(&o, NULL);
    return done();
}
