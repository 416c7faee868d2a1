// The length inside of a record is trusted (as in CVE-2014-0160): the answer copies what lies
// behind the request.
#include <klee/klee.h>
#include <stdlib.h>

struct request {
	unsigned char kind, length, payload[6];
};

int main(void)
{
	struct request *request = malloc(sizeof *request);
	klee_make_symbolic(request, sizeof *request, "request");
	if (request->kind != 1 || request->length > 7)
		return 1;
	unsigned char *answer = malloc(8);
	for (int i = 0; i < request->length; i++)
		answer[i] = ((unsigned char *)request)[2 + i]; //~ out-of-bounds-read
	free(answer);
	free(request);
	return 0;
}
