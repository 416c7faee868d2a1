/* A loop whose counter differs all the time. Its terms must not grow with it. */
#include "versions.h"

int main(void)
{
	unsigned sum = 0;

	for (int i = VERSIONS(0, 1); i < 1000000; i++)
		sum += 3;
	return sum == 0;
}
