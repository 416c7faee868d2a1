// Frees the nodes of a list and reads the next pointer afterwards.
#include <stdlib.h>
struct n { struct n *next; };
int main(void) {
    struct n *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct n *x = malloc(sizeof *x);
        x->next = list;
        list = x;
    }
    for (struct n *p = list; p;
         p = p->next) //~ use-after-free object=heap alloc=7 free=13
        free(p);
    return 0;
}
