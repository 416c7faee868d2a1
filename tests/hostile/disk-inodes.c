/*
 * Tries: to make more files than anybody can look at.
 * Must not: take long to clear, or make more than the limit.
 * Ends: exit, output
 */
int main(void)
{
	char name[64];
	for (int i = 0; i < 17000; i++) {
		snprintf(name, sizeof name, "inode%d", i);
		if (mkdir(name, 0777) != 0)
			break;
	}
	return 0;
}
