//@ args: x
// Nobody ever sets the flag.
static int debug;

int main(int argc, char **argv)
{
	if (debug)
		return 3; //~ unreachable
	return argv[1][0] == 'x';
}
