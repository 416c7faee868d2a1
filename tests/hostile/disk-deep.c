/*
 * Tries: to leave directories so deep that no path reaches them.
 * Must not: stay, or end whoever removes them.
 */
int main(void)
{
	for (int i = 0; i < 600; i++)
		if (mkdir("dddddddd", 0777) != 0 || chdir("dddddddd") != 0)
			break;
	close(open("file", O_CREAT | O_WRONLY, 0));
	return 0;
}
