//@ args: ()()()
// A nesting depth.
int main(int argc, char **argv)
{
	int depth = 0, deepest = 0;
	for (char *p = argv[1]; *p; p++) {
		if (*p == '(')
			depth++;
		else if (*p == ')')
			depth--;
		if (depth < 0)
			return 1; //~ reached
		if (depth > deepest)
			deepest = depth;
	}
	if (deepest == 3 && depth == 0)
		return 2; //~ reached
	return 0;
}
