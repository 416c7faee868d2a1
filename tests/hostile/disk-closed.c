/*
 * Tries: to leave what cannot be opened: closed directories, pipes, sockets, links to nowhere and to itself.
 * Must not: block whoever looks at it, or stay.
 */
int main(void)
{
	mkfifo("fifo", 0666);
	mkfifo("/tmp/fifo", 0);
	mknod("socket", S_IFSOCK | 0666, 0);
	symlink("nowhere", "dangling");
	symlink("self", "self");
	mkdir("closed", 0777);
	mkdir("closed/inner", 0777);
	close(open("closed/inner/file", O_CREAT | O_WRONLY, 0));
	chmod("closed/inner", 0);
	chmod("closed", 0);
	chmod("/tmp", 0);
	chmod(".", 0);
	return 0;
}
