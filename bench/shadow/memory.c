/* Words are counted in a table of structures; a patch counts 1 % of them differently. What differs lies
 * in memory beside what does not. */
#include "versions.h"

struct word {
	unsigned hash;
	unsigned count;
	struct word *next;
};

static struct word words[256];
static struct word *buckets[64];

static unsigned hash_of(unsigned letters)
{
	unsigned hash = 2166136261u;

	for (int n = 0; n < 4; n++)
		hash = (hash ^ (letters >> 2 * n & 3)) * 16777619u;
	return hash;
}

static void count(unsigned hash, unsigned weight)
{
	for (struct word *word = buckets[hash & 63]; word; word = word->next)
		if (word->hash == hash) {
			word->count += weight;
			return;
		}
}

int main(void)
{
	unsigned weight = VERSIONS(1, 2);
	unsigned random = 1;

	for (unsigned letters = 0; letters < 256; letters++) {
		struct word *word = &words[letters];
		word->hash = hash_of(letters);
		word->next = buckets[word->hash & 63];
		buckets[word->hash & 63] = word;
	}
	for (unsigned round = 0; round < 30000; round++) {
		random = random * 1103515245u + 12345u;
		unsigned letters = random >> 16 & 0xff;
		count(hash_of(letters), letters % 100 == 77 ? weight : 1);
	}
	return words[0].count == 0;
}
