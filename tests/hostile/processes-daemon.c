/*
 * Tries: to survive: sessions of their own, closed streams, signals ignored, adopted by others.
 * Must not: be alive after the run.
 */
int main(void)
{
	for (int i = 0; i < 4; i++)
		if (fork() == 0) {
			setsid();
			prctl(PR_SET_CHILD_SUBREAPER, i & 1);
			if (fork() == 0) {
				for (int fd = 0; fd < 3; fd++)
					close(fd);
				for (int s = 1; s < 65; s++)
					signal(s, SIG_IGN);
				prctl(PR_SET_DUMPABLE, 0);
				prctl(PR_SET_NAME, "hostile");
				sleep(1000);
			}
			_exit(0);
		}
	while (wait(NULL) > 0)
		;
	return 0;
}
