//@ args: aaaa
// A loop that runs a given number of times.
int main(int argc, char **argv)
{
	int n = 0;
	for (char *p = argv[1]; *p == '/'; p++)
		n++;
	if (n == 3)
		return 3; //~ reached
	return 0;
}
