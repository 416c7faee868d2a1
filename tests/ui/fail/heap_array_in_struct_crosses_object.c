// An array at the end of a heap struct is overrun beyond the whole block.
#include <stdlib.h>
struct s { int n; char name[12]; };
int main(void) {
    struct s *p = malloc(sizeof *p);
    p->n = 12;
    for (int i = 0; i <= p->n; i++)
        p->name[i] = 'x'; //~ out-of-bounds-write object=heap alloc=5
    free(p);
    return 0;
}
