//@ expect: latent_error sanitizer
//@ sanitize: yes
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	char room[8] = "same";
	char *volatile none = NULL;
#ifdef NEW
	memcpy(room, none, argc - 1);
#endif
	puts(room);
	return none != NULL;
}
