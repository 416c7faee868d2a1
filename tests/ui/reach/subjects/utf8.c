//@ args: abcd
// A sequence of three bytes.
int main(int argc, char **argv)
{
	unsigned char *p = (unsigned char *)argv[1];
	while (*p) {
		if (*p < 0x80) {
			p++;
		} else if ((*p & 0xe0) == 0xc0 && (p[1] & 0xc0) == 0x80) {
			p += 2; //~ reached
		} else if ((*p & 0xf0) == 0xe0 && (p[1] & 0xc0) == 0x80 && (p[2] & 0xc0) == 0x80) {
			unsigned c = (*p & 15) << 12 | (p[1] & 63) << 6 | (p[2] & 63);
			if (c == 0x20ac)
				return 3; //~ reached
			p += 3;
		} else {
			return 1; //~ reached
		}
	}
	return 0;
}
