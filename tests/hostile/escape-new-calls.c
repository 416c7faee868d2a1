/*
 * Tries: system calls that are newer than the filter.
 * Must not: have one executed.
 */
int main(void)
{
	for (int number = 463; number < 1200; number++) {
		errno = 0;
		if (syscall(number, -1, 0, 0, 0, 0, 0) != -1 || errno != ENOSYS)
			harm("call %d is there", number);
	}
	return 0;
}
