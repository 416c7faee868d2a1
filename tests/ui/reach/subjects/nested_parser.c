//@ args: 1+2*3-4
// An expression whose value is wanted.
static const char *p;

static int number(void)
{
	int n = 0;
	while (*p >= '0' && *p <= '9')
		n = n * 10 + *p++ - '0';
	return n;
}

static int product(void)
{
	int n = number();
	while (*p == '*') {
		p++;
		n *= number();
	}
	return n;
}

static int sum(void)
{
	int n = product();
	while (*p == '+' || *p == '-')
		if (*p++ == '+')
			n += product();
		else
			n -= product();
	return n;
}

int main(int argc, char **argv)
{
	p = argv[1];
	int n = sum();
	if (*p)
		return 1; //~ reached
	if (n == 63)
		return 2; //~ reached
	return 0;
}
