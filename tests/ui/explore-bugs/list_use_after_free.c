// Removing an element frees it before its successor is read (as in CVE-2016-0728): the first one is
// removed, or the second one, or none.
#include <klee/klee.h>
#include <stdlib.h>

struct item {
	struct item *next;
	unsigned char id;
};

int main(void)
{
	struct item *list = NULL;
	unsigned char ids[2], remove;
	klee_make_symbolic(ids, sizeof ids, "ids");
	klee_make_symbolic(&remove, 1, "remove");
	for (int i = 0; i < 2; i++) {
		struct item *item = malloc(sizeof *item);
		item->id = ids[i];
		item->next = list;
		list = item;
	}
	for (struct item **at = &list, *item = list; item; item = item->next) { //~ use-after-free paths=2
		if (item->id == remove) {
			*at = item->next;
			free(item);
		} else
			at = &item->next;
	}
	return 0;
}
