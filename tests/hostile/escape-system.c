/*
 * Tries: what only root does: modules, kernels, swap, accounting, quotas, ports, the reset key.
 * Must not: succeed.
 */
int main(void)
{
	/* Only switches Ctrl-Alt-Del off. */
	if (syscall(SYS_reboot, 0xfee1dead, 672274793, 0, NULL) == 0)
		harm("reboot");
	if (syscall(SYS_init_module, "", 0, "") == 0 || syscall(SYS_finit_module, 0, "", 0) == 0 ||
	    syscall(SYS_delete_module, "harm", 0) == 0 || syscall(SYS_kexec_load, 0, 0, NULL, 0) == 0)
		harm("the kernel");
	close(open("swap", O_CREAT | O_RDWR, 0600));
	if (swapon("swap", 0) == 0 || syscall(SYS_acct, "swap") == 0 || syscall(SYS_quotactl, 0, NULL, 0, NULL) == 0 ||
	    syscall(SYS_iopl, 3) == 0 || syscall(SYS_ioperm, 0x80, 1, 1) == 0 || syscall(SYS_vhangup) == 0)
		harm("the system");
	return 0;
}
