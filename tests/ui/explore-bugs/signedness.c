// A length is compared as a signed number and used as an unsigned one (as in CVE-2018-14634).
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	signed char length;
	char packet[16], room[8];
	klee_make_symbolic(&length, 1, "length");
	memset(packet, 'x', sizeof packet);
	if (length > (int)sizeof room)
		return 1;
	for (unsigned char i = 0; i != (unsigned char)length; i++)
		room[i] = packet[i & 15]; //~ out-of-bounds-write
	return room[0];
}
