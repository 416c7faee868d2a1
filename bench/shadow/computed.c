/* The words of records are hashed; how a record's key comes from its hash is what a patch has changed.
 * Both versions compute their own key. 1 % of the keys differ, in a bit that is not kept for long. */
#include "versions.h"

static unsigned hash_of(unsigned record)
{
	unsigned hash = 2166136261u;

	for (unsigned word = 0; word < 32; word++) {
		hash = (hash ^ (record + word)) * 16777619u;
		hash = hash >> 7 ^ hash << 3;
	}
	return hash;
}

int main(void)
{
	unsigned kept = 0;

	for (unsigned record = 0; record < 5000; record++) {
		unsigned hash = hash_of(record);
		unsigned key = COMPUTED(record + hash - hash / 1000 * 1000,
					hash % 1000 + record ^ (record % 100 == 7),
					hash % 1000 + record);
		if (key > 64)
			kept += key >> 1;
	}
	return kept == 0;
}
