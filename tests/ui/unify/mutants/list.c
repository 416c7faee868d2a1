// Numbers go into a sorted list, the input among them.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define BASE '0'
#define MAX_LENGTH 4

struct node {
    int value;
    struct node *next;
};

static int distance(int a, int b) {
    return a > b ? a - b : b - a;
}

static struct node *insert(struct node *list, int value) {
    struct node **at = &list;
    while (*at && (*at)->value < value)
        at = &(*at)->next;
    if (*at && (*at)->value == value)
        return list;
    struct node *node = calloc(1, sizeof *node);
    node->value = value;
    node->next = *at;
    *at = node;
    return list;
}

static int length(const struct node *list) {
    int count = 0;
    for (; list; list = list->next)
        count++;
    return count;
}

static int position(const struct node *list, int value) {
    int index = 0;
    while (list) {
        if (list->value == value)
            return index;
        index++;
        list = list->next;
    }
    return -1;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    int value = argv[1][0] - BASE;
    if (value < 0) {
        puts("too small");
        return 1;
    }
    struct node *list = 0;
    list = insert(list, 6);
    list = insert(list, 2);
    list = insert(list, value);
    list = insert(list, 4);
    int count = length(list);
    assert(count <= MAX_LENGTH && value != 7);
    printf("%d numbers, place %d\n", count, position(list, value));
    if (distance(value, 4) < 2)
        puts("near four");
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
