/* Databases of lines: users, groups and mounted file systems, read from the files
 * themselves (there is no name service). The entry's texts lie in the caller's buffer. */
#include <errno.h>
#include <grp.h>
#include <mntent.h>
#include <pwd.h>
#include <shadow.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies a text into the buffer; null when it is full. */
static char *keep(const char *text, char **buf, size_t *room)
{
	size_t n = strlen(text) + 1;
	if (n > *room) return 0;
	char *copy = memcpy(*buf, text, n);
	*buf += n;
	*room -= n;
	return copy;
}

static int keep_user(const struct passwd *from, struct passwd *p, char *buf, size_t n, struct passwd **result)
{
	*p = *from;
	if (!(p->pw_name = keep(from->pw_name, &buf, &n)) || !(p->pw_passwd = keep(from->pw_passwd, &buf, &n))
		|| !(p->pw_gecos = keep(from->pw_gecos, &buf, &n)) || !(p->pw_dir = keep(from->pw_dir, &buf, &n))
		|| !(p->pw_shell = keep(from->pw_shell, &buf, &n)))
		return ERANGE;
	*result = p;
	return 0;
}

static int keep_group(const struct group *from, struct group *g, char *buf, size_t n, struct group **result)
{
	size_t n_members = 0, padding = -(size_t)buf % sizeof(char *);
	while (from->gr_mem[n_members]) n_members++;
	if (n < padding + (n_members + 1) * sizeof(char *)) return ERANGE;
	char **members = (char **)(buf + padding);
	buf = (char *)(members + n_members + 1);
	n -= padding + (n_members + 1) * sizeof(char *);
	*g = *from;
	g->gr_mem = members;
	if (!(g->gr_name = keep(from->gr_name, &buf, &n)) || !(g->gr_passwd = keep(from->gr_passwd, &buf, &n)))
		return ERANGE;
	for (size_t i = 0; i < n_members; i++)
		if (!(members[i] = keep(from->gr_mem[i], &buf, &n))) return ERANGE;
	members[n_members] = 0;
	*result = g;
	return 0;
}

#define READER(name, type, next, keep_entry, ...) \
int name(__VA_ARGS__ struct type *entry, char *buf, size_t n, struct type **result) \
{ \
	struct type *found = next; \
	*result = 0; \
	return found ? keep_entry(found, entry, buf, n, result) : ENOENT; \
}
#define COMMA ,
READER(fgetpwent_r, passwd, fgetpwent(f), keep_user, FILE *restrict f COMMA)
READER(fgetgrent_r, group, fgetgrent(f), keep_group, FILE *restrict f COMMA)
READER(getpwent_r, passwd, getpwent(), keep_user, )
READER(getgrent_r, group, getgrent(), keep_group, )

/* A whole name, at the start or after a comma, up to a comma, '=' or the end. */
char *hasmntopt(const struct mntent *m, const char *option)
{
	size_t n = strlen(option);
	for (char *p = m->mnt_opts; p && (p = strstr(p, option)); p++)
		if ((p == m->mnt_opts || p[-1] == ',') && (!p[n] || p[n] == ',' || p[n] == '=')) return p;
	return 0;
}

static int put_escaped(FILE *f, const char *s)
{
	for (; *s; s++)
		if ((strchr(" \t\n\\", *s) ? fprintf(f, "\\%03o", *s) : fputc(*s, f)) < 0) return -1;
	return fputc(' ', f);
}

int addmntent(FILE *restrict f, const struct mntent *restrict m)
{
	if (fseek(f, 0, SEEK_END)) return 1;
	if (put_escaped(f, m->mnt_fsname) < 0 || put_escaped(f, m->mnt_dir) < 0 || put_escaped(f, m->mnt_type) < 0
		|| put_escaped(f, m->mnt_opts) < 0)
		return 1;
	return fprintf(f, "%d %d\n", m->mnt_freq, m->mnt_passno) < 0 || fflush(f) != 0;
}
