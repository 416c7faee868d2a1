/*
 * Tries: to leave by `chroot` and `pivot_root`.
 * Must not: have another root.
 */
int main(void)
{
	mkdir("root", 0777);
	int out = open(".", O_RDONLY);
	if (chroot("root") == 0)
		harm("chroot");
	fchdir(out);
	for (int i = 0; i < 100; i++)
		chdir("..");
	if (chroot(".") == 0 || syscall(SYS_pivot_root, ".", ".") == 0)
		harm("another root");
	return 0;
}
