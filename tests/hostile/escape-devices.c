/*
 * Tries: to open devices.
 * Must not: open one that is not harmless.
 */
int main(void)
{
	const char *paths[] = { "/dev/sda", "/dev/vda", "/dev/nvme0n1", "/dev/loop0", "/dev/loop-control", "/dev/fuse", "/dev/kvm",
		"/dev/net/tun", "/dev/input/event0", "/dev/fb0", "/dev/dri/card0", "/dev/uinput", "/dev/vhost-net", "/dev/hpet",
		"/dev/snapshot", "/dev/mapper/control", "/dev/btrfs-control", "/dev/autofs", "/dev/watchdog", "/dev/rtc0", "/dev/ptp0" };
	for (int i = 0; i < 21; i++)
		if (open(paths[i], O_RDONLY | O_NONBLOCK) >= 0 || open(paths[i], O_WRONLY | O_NONBLOCK) >= 0)
			harm("%s", paths[i]);
	return 0;
}
