//@ args: 1.5
// A number with a decimal point, in integers.
int main(int argc, char **argv)
{
	long whole = 0, part = 0, scale = 1;
	char *p = argv[1];
	for (; *p >= '0' && *p <= '9'; p++)
		whole = whole * 10 + *p - '0';
	if (*p == '.')
		for (p++; *p >= '0' && *p <= '9'; p++) {
			part = part * 10 + *p - '0';
			scale *= 10;
		}
	if (*p)
		return 1; //~ reached
	if (whole == 7 && part * 100 == scale * 30)
		return 2; //~ reached
	return 0;
}
