//@ args: abc"de"
// An escape inside of quotes.
int main(int argc, char **argv)
{
	int quoted = 0;
	for (char *p = argv[1]; *p; p++) {
		if (*p == '"')
			quoted = !quoted;
		else if (*p == '\\' && quoted) {
			if (p[1] == 'x')
				return 3; //~ reached
			return 2; //~ reached
		}
	}
	return quoted; //~ covered
}
