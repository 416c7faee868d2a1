// Constructors with priorities, destructors and atexit handlers, in their order.
#include <stdio.h>
#include <stdlib.h>

static int stage;
__attribute__((constructor(201))) static void second(void) { printf("constructor 201, stage %d\n", stage++); }
__attribute__((constructor(200))) static void first(void) { printf("constructor 200, stage %d\n", stage++); }
__attribute__((constructor)) static void last(void) { printf("constructor, stage %d\n", stage++); }
__attribute__((destructor(200))) static void d_last(void) { printf("destructor 200\n"); }
__attribute__((destructor(201))) static void d_second(void) { printf("destructor 201\n"); }
__attribute__((destructor)) static void d_first(void) { printf("destructor\n"); }

static void a(void) { printf("atexit a\n"); }
static void late(void) { printf("registered late\n"); }
static void b(void) { printf("atexit b\n"); atexit(late); }

int main(void) {
    printf("main, stage %d\n", stage);
    atexit(a);
    atexit(b);
    atexit(a);
    printf("leaving\n");
    exit(stage);
}
