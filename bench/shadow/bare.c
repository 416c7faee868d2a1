/* A loop that does next to nothing but what a patch has changed. */
#include "versions.h"

int main(void)
{
	unsigned hash = 1;

	for (unsigned round = 0; round < 100000; round++)
		hash += COMPUTED(hash - round + 7, (hash + 7 - round) ^ (round % 100 == 7), hash + 7 - round) >> 1;
	return hash == 0;
}
