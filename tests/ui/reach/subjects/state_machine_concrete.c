//@ args: a
// A machine whose state is no input: it has to be moved there.
static enum { CLOSED, LISTEN, OPEN, ENDING } state;

static void event(int c)
{
	if (state == CLOSED && c == 'l')
		state = LISTEN;
	else if (state == LISTEN && c == 'c')
		state = OPEN;
	else if (state == OPEN && c == 'f')
		state = ENDING;
}

int main(int argc, char **argv)
{
	for (char *p = argv[1]; *p; p++)
		event(*p);
	if (state == ENDING)
		return 3; //~ reached
	return 0;
}
