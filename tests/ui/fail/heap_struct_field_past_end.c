// A block allocated for a smaller struct is used as a larger one.
#include <stdlib.h>
struct small { int a, b; };
struct large { int a, b; long c; };
int main(void) {
    struct large *p = malloc(sizeof(struct small));
    p->a = 1;
    p->b = 2;
    p->c = 3; //~ out-of-bounds-write object=heap alloc=6
    free(p);
    return 0;
}
