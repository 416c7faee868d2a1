//@ args: ab
// A hash of two bytes.
int main(int argc, char **argv)
{
	unsigned h = 5381;
	for (char *p = argv[1]; *p; p++)
		h = h * 33 + (unsigned char)*p;
	if (h == 5862494)
		return 3; //~ reached
	return 0;
}
