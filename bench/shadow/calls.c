/* The words of records are hashed; a patch has replaced the function that makes a key of a hash. Both
 * versions call their own, which fills a small table on the way. 1 % of the keys differ, in a bit that is
 * not kept for long. */
#include "versions.h"

static unsigned char digits[64];

static unsigned hash_of(unsigned record)
{
	unsigned hash = 2166136261u;

	for (unsigned word = 0; word < 512; word++) {
		hash = (hash ^ (record + word)) * 16777619u;
		hash = hash >> 7 ^ hash << 3;
	}
	return hash;
}

static void keep_digits(unsigned hash)
{
	for (unsigned n = 0; n < 4; n++)
		digits[(hash + n) % 64] = hash >> n;
}

static unsigned quotient_key(unsigned hash, unsigned record)
{
	keep_digits(hash);
	return record + hash - hash / 1000 * 1000;
}

static unsigned other_key(unsigned hash, unsigned record)
{
	keep_digits(hash);
	return hash % 1000 + record ^ (record % 100 == 7);
}

static unsigned remainder_key(unsigned hash, unsigned record)
{
	keep_digits(hash);
	return hash % 1000 + record;
}

int main(void)
{
	unsigned kept = 0;

	for (unsigned record = 0; record < 1000; record++) {
		unsigned hash = hash_of(record);
		unsigned key = COMPUTED(quotient_key(hash, record), other_key(hash, record),
					remainder_key(hash, record));
		if (key > 64)
			kept += key >> 1;
	}
	return kept == digits[0];
}
