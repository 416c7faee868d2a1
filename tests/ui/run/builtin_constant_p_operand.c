// The operand of __builtin_constant_p is not evaluated: what it would read need not be there.
#include <stdio.h>

struct node { struct node *next; int value; char name[4]; };

static __attribute__((noinline)) int far_byte(const char *text) { return __builtin_constant_p(text[123456]); }
static __attribute__((noinline)) int field(struct node *node) { return __builtin_constant_p(node->value + 1); }
static __attribute__((noinline)) int chain(struct node *node) { return __builtin_constant_p(node->next->name[2]); }
#define LENGTH(n) (__builtin_constant_p((n)->value) ? 1 : (n) ? (n)->value : 2)

int main(int argc, char **argv) {
    struct node node = { 0, 5, "abc" };
    struct node *none = argc > 5 ? &node : 0;
    printf("%d %d\n", far_byte("hi"), field(none));
    printf("%d %d %d\n", LENGTH(&node), LENGTH(none), __builtin_constant_p(3 + 4));
    node.next = &node;
    printf("%d\n", chain(&node));
    int value = node.value, is = __builtin_constant_p(value);
    printf("%d %d\n", is, value);
    return 0;
}
