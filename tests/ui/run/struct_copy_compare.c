// Struct assignment, arrays of structs, memcmp of zeroed structs, constant tables of pointers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { char name[12]; int qty; double price; const char *note; };
static const struct item stock[] = { { "apple", 5, 0.25, "fruit" }, { "brick", 0, 1.75, NULL }, { "chair", 2, 49.5, "wood" } };
static const struct item *const by_name[] = { &stock[2], &stock[0], &stock[1] };
static const int *const deep[] = { (const int[]){ 1, 2, 3 }, (const int[]){ 4, 5 }, NULL };
static const char *const *const words[] = { (const char *const[]){ "a", "b", NULL }, (const char *const[]){ "c", NULL } };
struct self { struct self *me; int v; };
static struct self cycle[2] = { { &cycle[1], 1 }, { &cycle[0], 2 } };
static int *const end_of = &((int[4]){ 9, 8, 7, 6 })[3];

int main(void) {
    struct item a = stock[0], b, *h = malloc(sizeof *h);
    b = a; *h = b; h->qty++; strcpy(h->name, "pear");
    printf("%s %d %s %d %s\n", a.name, a.qty, h->name, h->qty, b.note);
    struct item arr[3]; memcpy(arr, stock, sizeof arr); struct item t = arr[0]; arr[0] = arr[2]; arr[2] = t;
    for (int i = 0; i < 3; i++) printf("%s %g %s; ", arr[i].name, arr[i].price, arr[i].note ? arr[i].note : "-");
    printf("\n");
    for (unsigned i = 0; i < 3; i++) printf("%s ", by_name[i]->name);
    printf("%d %d %d %s %s\n", deep[0][2], deep[1][1], deep[2] == NULL, words[0][1], words[1][0]);
    printf("%d %d %d\n", cycle[0].me->v, cycle[0].me->me->v, cycle[1].me == cycle);
    printf("%d %d\n", *end_of, end_of[-3]);
    struct { int x; int y; } p = { 1, 2 }, q = p; printf("%d ", memcmp(&p, &q, sizeof p)); q.y++; printf("%d\n", memcmp(&p, &q, sizeof p) < 0);
    struct { char pad; struct { int a[3]; } in; } n1 = { 1, { { 1, 2, 3 } } }, n2; n2 = n1; n2.in.a[1] = 9; n1.in = n2.in; printf("%d %d\n", n1.in.a[1], n1.pad);
    volatile struct item v = stock[2]; v.qty *= 3; b = v; printf("%d %s\n", b.qty, b.name);
    struct empty { } e1, e2; e1 = e2; printf("%zu\n", sizeof e1);
    free(h);
    return 0;
}
