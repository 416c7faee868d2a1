//@ args: x
// All calls give another argument.
static int f(int mode, int x)
{
	if (mode == 3)
		return 9; //~ unreachable
	return x;
}

int main(int argc, char **argv)
{
	if (argv[1][0] == 'a')
		return f(1, 4);
	return f(2, 5);
}
