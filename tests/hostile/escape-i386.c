/*
 * Tries: system calls of 32-bit programs, whose numbers mean something else.
 * Must not: have one executed.
 */
int main(void)
{
#ifdef __x86_64__
	long result;
	/* 20 is getpid there. */
	__asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
	if (result > 0)
		harm("i386");
#endif
	return 0;
}
