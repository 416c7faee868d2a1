/*
 * Tries: to lead whoever looks at its files to those of the host.
 * Must not: have a secret collected as a file of its own.
 */
int main(void)
{
	symlink(of_host("secret"), "secret");
	symlink(of_host("secret-of-all"), "/tmp/secret");
	symlink(host, "directory");
	symlink("/", "root");
	mkdir("d", 0777);
	symlink(host, "d/inner");
	rename("d/inner", "d/x");
	return 0;
}
