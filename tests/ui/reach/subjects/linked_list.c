//@ args: abc
// The third element of a list that the input makes.
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

int main(int argc, char **argv)
{
	struct node *head = 0;
	for (char *p = argv[1]; *p; p++) {
		struct node *node = malloc(sizeof *node);
		*node = (struct node){ *p, head };
		head = node;
	}
	if (head && head->next && head->next->next && head->next->next->value == 'Q')
		return 3; //~ reached
	return 0;
}
