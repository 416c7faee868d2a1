//@ args: file
// A long option with a value.
#include <getopt.h>
#include <stdlib.h>

static const struct option options[] = {
	{ "width", required_argument, 0, 1000 },
	{ "strict", no_argument, 0, 1001 },
	{ 0 }
};

int main(int argc, char **argv)
{
	int c, width = 80, strict = 0;
	while ((c = getopt_long(argc, argv, "w:", options, 0)) != -1)
		switch (c) {
		case 'w':
		case 1000:
			width = atoi(optarg);
			break;
		case 1001:
			strict = 1;
			break;
		default:
			return 2;
		}
	if (strict)
		return 3; //~ reached
	if (width < 10)
		return 4; //~ reached
	return 0;
}
