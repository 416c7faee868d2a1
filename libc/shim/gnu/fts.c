/* Walks of file hierarchies behind the system's <fts.h>. Directories are read
 * whole, sorted by the caller's order, and entered through full paths: the working
 * directory never changes. */
#include <dirent.h>
#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static FTSENT *new_entry(FTS *f, FTSENT *parent, const char *name, int is_root)
{
	size_t n_name = strlen(name), n_dir = is_root ? 0 : strlen(parent->fts_path);
	int slash = !is_root && n_dir && parent->fts_path[n_dir - 1] != '/';
	FTSENT *e = calloc(1, sizeof *e + n_name + 1);
	char *path = malloc(n_dir + slash + n_name + 1);
	struct stat *st = calloc(1, sizeof *st);
	if (!e || !path || !st) {
		free(e);
		free(path);
		free(st);
		return 0;
	}
	strcpy(e->fts_name, name);
	if (!is_root) strcpy(path, parent->fts_path);
	if (slash) path[n_dir] = '/';
	strcpy(path + n_dir + slash, name);
	e->fts_path = e->fts_accpath = path;
	e->fts_pathlen = n_dir + slash + n_name;
	e->fts_namelen = n_name;
	e->fts_parent = parent;
	e->fts_level = parent->fts_level + 1;
	e->fts_statp = st;
	e->fts_instr = FTS_NOINSTR;
	return e;
}

static void free_entry(FTSENT *e)
{
	free(e->fts_path);
	free(e->fts_statp);
	free(e);
}

static void free_list(FTSENT *e)
{
	while (e) {
		FTSENT *next = e->fts_link;
		free_entry(e);
		e = next;
	}
}

/* Decides what the entry is. */
static int examine(FTS *f, FTSENT *e, int follow)
{
	struct stat *st = e->fts_statp;
	const char *name = e->fts_name;
	int logical = follow || f->fts_options & FTS_LOGICAL
		|| (f->fts_options & FTS_COMFOLLOW && e->fts_level == FTS_ROOTLEVEL);
	if (logical ? stat(e->fts_accpath, st) : lstat(e->fts_accpath, st)) {
		int error = errno;
		if (logical && !lstat(e->fts_accpath, st)) return FTS_SLNONE;
		e->fts_errno = error;
		memset(st, 0, sizeof *st);
		return FTS_NS;
	}
	if (S_ISDIR(st->st_mode)) {
		e->fts_dev = st->st_dev;
		e->fts_ino = st->st_ino;
		e->fts_nlink = st->st_nlink;
		if (e->fts_level > FTS_ROOTLEVEL && (!strcmp(name, ".") || !strcmp(name, ".."))) return FTS_DOT;
		for (FTSENT *p = e->fts_parent; p && p->fts_level >= FTS_ROOTLEVEL; p = p->fts_parent)
			if (p->fts_ino == st->st_ino && p->fts_dev == st->st_dev) {
				e->fts_cycle = p;
				return FTS_DC;
			}
		return FTS_D;
	}
	if (S_ISLNK(st->st_mode)) return FTS_SL;
	return S_ISREG(st->st_mode) ? FTS_F : FTS_DEFAULT;
}

static int (*current_order)(const FTSENT **, const FTSENT **);
static int by_order(const void *a, const void *b) { return current_order((const FTSENT **)a, (const FTSENT **)b); }

static FTSENT *sorted(FTS *f, FTSENT *list, size_t n)
{
	if (!f->fts_compar || n < 2) return list;
	FTSENT **all = malloc(n * sizeof *all);
	if (!all) return list;
	size_t i = 0;
	for (FTSENT *e = list; e; e = e->fts_link) all[i++] = e;
	current_order = (void *)f->fts_compar;
	qsort(all, n, sizeof *all, by_order);
	for (i = 0; i + 1 < n; i++) all[i]->fts_link = all[i + 1];
	all[n - 1]->fts_link = 0;
	list = all[0];
	free(all);
	return list;
}

static FTSENT *read_children(FTS *f, FTSENT *dir, int *error)
{
	FTSENT *first = 0, **tail = &first;
	size_t n = 0;
	struct dirent *d;
	DIR *stream = opendir(dir->fts_accpath);
	*error = 0;
	if (!stream) {
		*error = errno;
		return 0;
	}
	while ((d = readdir(stream))) {
		int dots = !strcmp(d->d_name, ".") || !strcmp(d->d_name, "..");
		if (dots && !(f->fts_options & FTS_SEEDOT)) continue;
		FTSENT *e = new_entry(f, dir, d->d_name, 0);
		if (!e) {
			*error = ENOMEM;
			break;
		}
		int skip_stat = f->fts_options & FTS_NOSTAT && d->d_type != DT_DIR && d->d_type != DT_UNKNOWN
			&& !(d->d_type == DT_LNK && f->fts_options & FTS_LOGICAL);
		e->fts_info = skip_stat ? FTS_NSOK : examine(f, e, 0);
		*tail = e;
		tail = &e->fts_link;
		n++;
	}
	closedir(stream);
	return sorted(f, first, n);
}

FTS *fts_open(char *const *paths, int options, int (*compare)(const FTSENT **, const FTSENT **))
{
	if (options & ~FTS_OPTIONMASK || !(options & (FTS_LOGICAL | FTS_PHYSICAL))) {
		errno = EINVAL;
		return 0;
	}
	FTS *f = calloc(1, sizeof *f);
	FTSENT *above = calloc(1, sizeof *above + 1), *first = 0, **tail = &first;
	size_t n = 0;
	if (!f || !above) goto out_of_memory;
	f->fts_options = options | FTS_NOCHDIR;
	f->fts_compar = (void *)compare;
	above->fts_level = FTS_ROOTPARENTLEVEL;
	for (; *paths; paths++, n++) {
		if (!**paths) {
			errno = ENOENT;
			goto failed;
		}
		FTSENT *e = new_entry(f, above, *paths, 1);
		if (!e) goto out_of_memory;
		e->fts_info = examine(f, e, 0);
		if (e->fts_info == FTS_DOT) e->fts_info = FTS_D;
		*tail = e;
		tail = &e->fts_link;
	}
	/* The current entry starts before the first root. */
	FTSENT *before = calloc(1, sizeof *before + 1);
	if (!before) goto out_of_memory;
	before->fts_info = FTS_INIT;
	before->fts_parent = above;
	before->fts_level = FTS_ROOTLEVEL;
	before->fts_link = sorted(f, first, n);
	f->fts_cur = before;
	return f;
out_of_memory:
	errno = ENOMEM;
failed:
	free_list(first);
	free(above);
	free(f);
	return 0;
}

/* A root is sorted by what the caller wrote and then goes by its last part. */
static FTSENT *as_current(FTS *f, FTSENT *e)
{
	char *slash = e->fts_level == FTS_ROOTLEVEL ? strrchr(e->fts_name, '/') : 0;
	if (slash && (slash != e->fts_name || slash[1])) {
		e->fts_namelen = strlen(slash + 1);
		memmove(e->fts_name, slash + 1, e->fts_namelen + 1);
	}
	return f->fts_cur = e;
}

static FTSENT *enter(FTS *f, FTSENT *e)
{
	int error;
	FTSENT *children = f->fts_child ? f->fts_child : read_children(f, e, &error);
	if (!f->fts_child && !children && error) {
		e->fts_info = FTS_DNR;
		e->fts_errno = error;
		return 0;
	}
	f->fts_child = 0;
	return children;
}

FTSENT *fts_read(FTS *f)
{
	FTSENT *e = f->fts_cur, *next;
	if (!e || f->fts_options & FTS_STOP) return 0;
	int instruction = e->fts_instr;
	e->fts_instr = FTS_NOINSTR;
	if (instruction == FTS_AGAIN) {
		e->fts_info = examine(f, e, 0);
		return e;
	}
	if (instruction == FTS_FOLLOW && (e->fts_info == FTS_SL || e->fts_info == FTS_SLNONE)) {
		e->fts_info = examine(f, e, 1);
		return e;
	}
	if (e->fts_info == FTS_D) {
		int other_device = f->fts_options & FTS_XDEV && e->fts_level > FTS_ROOTLEVEL && e->fts_dev != f->fts_dev;
		if (e->fts_level == FTS_ROOTLEVEL) f->fts_dev = e->fts_dev;
		if (instruction == FTS_SKIP || other_device) {
			free_list(f->fts_child);
			f->fts_child = 0;
			e->fts_info = FTS_DP;
			return e;
		}
		FTSENT *child = enter(f, e);
		if (child) return f->fts_cur = child;
		if (e->fts_info == FTS_DNR) return e;
		e->fts_info = FTS_DP;
		return e;
	}
	/* To the next sibling, or back to the parent. */
	for (next = e->fts_link; next && next->fts_instr == FTS_SKIP; next = next->fts_link) { }
	if (next) {
		as_current(f, next);
		if (next->fts_instr == FTS_FOLLOW) {
			next->fts_info = examine(f, next, 1);
			next->fts_instr = FTS_NOINSTR;
		}
		free_entry(e);
		return next;
	}
	FTSENT *parent = e->fts_parent;
	free_entry(e);
	f->fts_cur = parent;
	if (parent->fts_level == FTS_ROOTPARENTLEVEL) {
		free(parent);
		f->fts_cur = 0;
		errno = 0;
		return 0;
	}
	parent->fts_info = FTS_DP;
	return parent;
}

FTSENT *fts_children(FTS *f, int instruction)
{
	FTSENT *e = f->fts_cur;
	int error;
	errno = 0;
	if (!e || (instruction != 0 && instruction != FTS_NAMEONLY)) {
		if (e) errno = EINVAL;
		return 0;
	}
	if (e->fts_info == FTS_INIT) return e->fts_link;
	if (e->fts_info != FTS_D) return 0;
	free_list(f->fts_child);
	f->fts_child = read_children(f, e, &error);
	errno = error;
	return f->fts_child;
}

int fts_set(FTS *f, FTSENT *e, int instruction)
{
	if (instruction && instruction != FTS_AGAIN && instruction != FTS_FOLLOW && instruction != FTS_NOINSTR
		&& instruction != FTS_SKIP) {
		errno = EINVAL;
		return 1;
	}
	e->fts_instr = instruction;
	return 0;
}

int fts_close(FTS *f)
{
	free_list(f->fts_child);
	for (FTSENT *e = f->fts_cur; e;) {
		FTSENT *parent = e->fts_parent;
		if (e->fts_level == FTS_ROOTPARENTLEVEL) {
			free(e);
			break;
		}
		free_list(e);
		e = parent;
	}
	free(f);
	return 0;
}

FTS64 *fts64_open(char *const *p, int o, int (*c)(const FTSENT64 **, const FTSENT64 **)) { return (FTS64 *)fts_open(p, o, (void *)c); }
FTSENT64 *fts64_read(FTS64 *f) { return (FTSENT64 *)fts_read((FTS *)f); }
FTSENT64 *fts64_children(FTS64 *f, int i) { return (FTSENT64 *)fts_children((FTS *)f, i); }
int fts64_set(FTS64 *f, FTSENT64 *e, int i) { return fts_set((FTS *)f, (FTSENT *)e, i); }
int fts64_close(FTS64 *f) { return fts_close((FTS *)f); }
