//@ args: x
// Nobody calls the function.
int helper(int x)
{
	return x + 1; //~ unreachable
}

int main(int argc, char **argv)
{
	return argv[1][0] == 'y';
}
