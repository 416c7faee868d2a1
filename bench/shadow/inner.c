/* As `computed.c`, in one function: the loop that does the work is in the function that a patch has changed. */
#include "versions.h"

int main(void)
{
	unsigned kept = 0;

	for (unsigned record = 0; record < 5000; record++) {
		unsigned hash = 2166136261u;

		for (unsigned word = 0; word < 32; word++) {
			hash = (hash ^ (record + word)) * 16777619u;
			hash = hash >> 7 ^ hash << 3;
		}
		unsigned key = COMPUTED(record + hash - hash / 1000 * 1000,
					hash % 1000 + record ^ (record % 100 == 7),
					hash % 1000 + record);
		if (key > 64)
			kept += key >> 1;
	}
	return kept == 0;
}
