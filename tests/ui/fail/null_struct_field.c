// Reads a field at an offset from a null struct pointer.
#include <stdio.h>
struct node { char pad[200]; int value; struct node *next; };
int main(void) {
    struct node n = { .value = 1, .next = NULL };
    struct node *volatile p = &n;
    p = p->next;
    printf("%d\n", p->value); //~ null-dereference
    return 0;
}
