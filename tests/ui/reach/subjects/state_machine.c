//@ args: aaaaaa
// Six states in a row.
int main(int argc, char **argv)
{
	enum { START, P, A, T, C, H } state = START;
	for (char *p = argv[1]; *p; p++) {
		char c = *p;
		switch (state) {
		case START:
			state = c == 'p' ? P : START;
			break;
		case P:
			state = c == 'a' ? A : START;
			break;
		case A:
			state = c == 't' ? T : START;
			break;
		case T:
			state = c == 'c' ? C : START;
			break;
		case C:
			state = c == 'h' ? H : START;
			break;
		case H:
			break;
		}
	}
	if (state == H)
		return 3; //~ reached
	return 0;
}
