//@ args: 644
// Octal digits.
int main(int argc, char **argv)
{
	int mode = 0;
	for (char *p = argv[1]; *p; p++) {
		if (*p < '0' || *p > '7')
			return 1; //~ reached
		mode = mode << 3 | (*p - '0');
	}
	if ((mode & 0111) == 0111 && !(mode & 0222))
		return 2; //~ reached
	return 0;
}
