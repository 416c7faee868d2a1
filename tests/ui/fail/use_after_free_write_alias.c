// Writes through another pointer to a freed block.
#include <stdlib.h>
struct list { struct list *next; int v; };
static struct list *head;
static void drop(struct list *l) {
    free(l);
}
int main(void) {
    struct list *l = calloc(1, sizeof *l);
    head = l;
    drop(l);
    head->v = 3; //~ use-after-free object=heap alloc=9 free=6
    return 0;
}
