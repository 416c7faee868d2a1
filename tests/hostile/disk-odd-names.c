/*
 * Tries: to leave files whose names are not texts.
 * Must not: confuse whoever lists or removes them.
 */
int main(void)
{
	const char *names[] = { "a\nb", "\xff\xfe", "-rf", "\x1b[31m", " ", "*", "$(reboot)", "'\"`", "moved-1", "..." };
	char longest[256];
	memset(longest, 'x', 255);
	longest[255] = 0;
	for (int i = 0; i < 10; i++) {
		mkdir(names[i], 0777);
		close(open(names[i], O_CREAT | O_WRONLY, 0666));
	}
	mkdir(longest, 0);
	return 0;
}
