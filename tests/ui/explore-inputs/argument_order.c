//@ options: --no-summaries --sym-arg 1 --sym-args 0 1 2 --sym-arg 1 -- first
//@ alphabet: xy
#include <string.h>

int main(int argc, char **argv)
{
	if (strcmp(argv[1], "first") != 0) return 100;
	int last_is_x = strcmp(argv[argc - 1], "x") == 0;
	int second_is_y = strcmp(argv[2], "y") == 0;
	int middle_is_xy = argc == 5 && strcmp(argv[3], "xy") == 0;
	return 8 * argc + 4 * middle_is_xy + 2 * second_is_y + last_is_x;
}
