//@ args: [1,2,3,4]
// A literal inside of a list.
static const char *p;

static int value(void);

static int word(const char *text)
{
	while (*text)
		if (*p++ != *text++)
			return -1;
	return 1; //~ reached
}

static int list(void)
{
	p++;
	int n = 0;
	while (*p && *p != ']') {
		if (value() < 0)
			return -1;
		n++;
		if (*p == ',')
			p++;
	}
	if (*p != ']')
		return -1;
	p++;
	return n;
}

static int value(void)
{
	if (*p == '[')
		return list();
	if (*p == 't')
		return word("true");
	if (*p >= '0' && *p <= '9') {
		p++;
		return 1;
	}
	return -1;
}

int main(int argc, char **argv)
{
	p = argv[1];
	return value() < 0;
}
