// A file that nobody looks at is never decided.
//@ options: --sym-files 2 4 --sym-file-kinds --sym-file-sizes
//@ paths: 1
#include <unistd.h>

int main(void)
{
	return access("C", F_OK) == 0;
}
