/* A hash over numbers, and a weight that a patch has changed. The weight is in a register, and about
 * 1 % of all ops are on values that depend on it. */
#include "versions.h"

static unsigned mix(unsigned hash, unsigned value)
{
	return (hash ^ value) * 16777619u;
}

int main(void)
{
	unsigned hash = 2166136261u;
	unsigned weight = VERSIONS(3, 4);
	unsigned sum = 0;

	for (unsigned round = 0; round < 100000; round++) {
		hash = mix(hash, round & 255);
		hash = mix(hash, round >> 8);
		if (round % 2 == 0)
			sum += weight;
		hash = hash >> 3 ^ hash << 7;
		hash = hash >> 11 ^ hash << 5;
		hash = (hash | 1) + round;
	}
	return (hash & 1) + (sum == 0);
}
