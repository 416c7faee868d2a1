// Thread-local variables in a single thread: initialised, zero, arrays, structs, addresses.
#include <stdio.h>

static _Thread_local int counter = 5;
_Thread_local double zero;
static __thread char text[16] = "thread";
static _Thread_local struct { int a; long b[3]; } s = { 1, { 2, 3, 4 } };
static int plain = 9;
static _Thread_local int *pointer;
extern _Thread_local int declared_later;

static int next(void) { static _Thread_local int n = 10; return n++; }
static __attribute__((noinline)) int *address(void) { return &counter; }

int main(void) {
    counter += 2;
    zero += 1.5;
    text[0] = 'T';
    s.b[1] *= 10;
    printf("%d %g %s %d %ld\n", counter, zero, text, s.a, s.b[0] + s.b[1] + s.b[2]);
    for (int i = 0; i < 3; i++) printf("%d ", next());
    printf("\n");
    *address() = 100;
    printf("%d %d\n", counter, address() == &counter);
    printf("%d\n", pointer == NULL);
    pointer = &plain;
    (*pointer)++;
    printf("%d\n", plain);
    declared_later++;
    printf("%d\n", declared_later);
    return 0;
}
_Thread_local int declared_later = 41;
