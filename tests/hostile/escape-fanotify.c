/*
 * Tries: to watch what others do with files.
 * Must not: get such a descriptor.
 */
int main(void)
{
	if (syscall(SYS_fanotify_init, 0x200, O_RDONLY) >= 0 || syscall(SYS_fanotify_init, 0, O_RDONLY) >= 0)
		harm("fanotify");
	return 0;
}
