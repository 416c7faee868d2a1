/*
 * Tries: to list, read, add and request keys of the user's keyrings.
 * Must not: reach one.
 */
int main(void)
{
	for (int ring = -8; ring < 0; ring++) {
		char text[4096];
		long n = syscall(SYS_keyctl, 11, ring, text, sizeof text, 0);
		if (n >= 0)
			harm("read keyring %d", ring);
		if (syscall(SYS_add_key, "user", "harm", "x", 1, ring) >= 0)
			harm("added a key to %d", ring);
	}
	if (syscall(SYS_request_key, "user", "patchlight", NULL, -4) >= 0)
		harm("requested a key");
	return 0;
}
