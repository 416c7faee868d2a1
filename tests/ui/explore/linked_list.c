// A list of up to three nodes built as the input says: the loop ends after 0, 1, 2 or 3 of them.
//@ paths: 4
#include <klee/klee.h>
#include <stdlib.h>

struct node {
	struct node *next;
	unsigned char value;
};

int main(void)
{
	unsigned char in[3];
	struct node *list = NULL;
	klee_make_symbolic(in, sizeof in, "in");
	for (int i = 0; i < 3 && in[i]; i++) {
		struct node *node = malloc(sizeof *node);
		node->value = in[i];
		node->next = list;
		list = node;
	}
	int n = 0;
	while (list) {
		struct node *next = list->next;
		n += list->value != 0;
		free(list);
		list = next;
	}
	return n;
}
