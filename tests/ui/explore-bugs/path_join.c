// Directory and name fit each for itself, together with the slash they do not (as in
// CVE-2019-13638).
#include <klee/klee.h>
#include <string.h>

static void join(char *to, const char *dir, const char *name)
{
	while (*dir)
		*to++ = *dir++;
	if (to[-1] != '/')
		*to++ = '/';
	while (*name)
		*to++ = *name++;
	*to = 0; //~ out-of-bounds-write
}

int main(void)
{
	char dir[4] = "abc", name[4] = "def", path[7];
	klee_make_symbolic(&dir[2], 1, "last");
	klee_assume(dir[2] == '/' | dir[2] == 'c');
	join(path, dir, name);
	return path[0];
}
