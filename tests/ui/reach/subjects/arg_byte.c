//@ args: hello
// One byte of an argument.
int main(int argc, char **argv)
{
	if (argv[1][3] == '#')
		return 3; //~ reached
	return 0;
}
