//@ args: a
// A table decides.
static const unsigned char kinds[256] = { ['0'] = 1, ['+'] = 2, ['('] = 3 };

int main(int argc, char **argv)
{
	switch (kinds[(unsigned char)argv[1][0]]) {
	case 1:
		return 1; //~ reached
	case 2:
		return 2; //~ reached
	case 3:
		return 3; //~ reached
	case 4:
		return 4; //~ unreached
	}
	return 0;
}
