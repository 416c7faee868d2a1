/*
 * Tries: to mount, unmount and move file systems, by old and new calls.
 * Must not: succeed.
 */
int main(void)
{
	if (mount("none", "/tmp", "tmpfs", 0, NULL) == 0 || mount("/", "/tmp", NULL, MS_BIND, NULL) == 0 ||
	    mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL) == 0 || umount2("/case", MNT_DETACH) == 0 || umount2("/proc", 0) == 0)
		harm("mount");
	if (syscall(SYS_fsopen, "tmpfs", 0) >= 0 || syscall(SYS_open_tree, AT_FDCWD, "/", 1) >= 0 ||
	    syscall(SYS_move_mount, AT_FDCWD, "/tmp", AT_FDCWD, "/case", 0) == 0 ||
	    syscall(SYS_fspick, AT_FDCWD, "/", 0) >= 0 || syscall(SYS_mount_setattr, AT_FDCWD, "/", 0, (uint64_t[4]){ 0, 1 }, 32) == 0 ||
	    syscall(467, AT_FDCWD, "/", 1, (uint64_t[4]){ 0 }, 32) >= 0)
		harm("mount by new calls");
	return 0;
}
