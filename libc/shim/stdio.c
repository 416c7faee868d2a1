/* Buffering as glibc does it: a full buffer is written in one piece, whole blocks
 * go past the buffer, and large reads go straight to their destination. What is
 * lost when a program dies is therefore what is lost natively. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#include <sys/stat.h>
#include "stdio_impl.h"

size_t __stdio_read(FILE *f, unsigned char *dest, size_t n)
{
	unsigned char *target = f->buf;
	size_t wanted = f->buf_size;
	if (n >= f->buf_size) {
		target = dest;
		wanted = f->buf_size ? n - n % f->buf_size : n;
	}
	long count = syscall(SYS_read, f->fd, target, wanted);
	if (count <= 0) {
		f->flags |= count ? F_ERR : F_EOF;
		return 0;
	}
	if (target == dest) return count;
	if (n > (size_t)count) n = count;
	memcpy(dest, f->buf, n);
	f->rbase = f->buf;
	f->rpos = f->buf + n;
	f->rend = f->buf + count;
	return n;
}

static size_t write_all(FILE *f, const unsigned char *s, size_t n)
{
	size_t done = 0;
	while (done < n) {
		long count = syscall(SYS_write, f->fd, s + done, n - done);
		if (count < 0) {
			f->wpos = f->wbase = f->wend = 0;
			f->flags |= F_ERR;
			break;
		}
		done += count;
	}
	return done;
}

size_t __stdio_write(FILE *f, const unsigned char *s, size_t n)
{
	size_t pending = f->wpos - f->wbase;
	if (pending && write_all(f, f->wbase, pending) < pending) return 0;
	if (n && (n = write_all(f, s, n), f->flags & F_ERR) && !f->wbase) return n;
	f->wpos = f->wbase = f->buf;
	f->wend = f->buf + f->buf_size;
	return n;
}

/* Reading from a stream that only writes, and the reverse, is a bad descriptor. */
int __toread(FILE *f)
{
	f->mode |= f->mode - 1;
	if (f->flags & F_NORD) {
		f->flags |= F_ERR;
		errno = EBADF;
		return EOF;
	}
	if (f->wpos != f->wbase) f->write(f, 0, 0);
	f->wpos = f->wbase = f->wend = 0;
	f->rpos = f->rend = f->buf + f->buf_size;
	return f->flags & F_EOF ? EOF : 0;
}

int __towrite(FILE *f)
{
	f->mode |= f->mode - 1;
	if (f->flags & F_NOWR) {
		f->flags |= F_ERR;
		errno = EBADF;
		return EOF;
	}
	f->rpos = f->rend = 0;
	f->wpos = f->wbase = f->buf;
	f->wend = f->buf + f->buf_size;
	return 0;
}

static int flush(FILE *f)
{
	f->write(f, 0, 0);
	return f->wpos ? 0 : -1;
}

size_t __fwritex(const unsigned char *restrict s, size_t n, FILE *restrict f)
{
	if (!f->wend && __towrite(f)) return 0;
	if (!f->buf_size) return n ? f->write(f, s, n) : 0;
	size_t room = f->wend - f->wpos, lines = 0;
	if (f->lbf >= 0 && n <= room) {
		for (lines = n; lines && s[lines - 1] != '\n'; lines--);
		if (lines) {
			memcpy(f->wpos, s, lines);
			f->wpos += lines;
			if (flush(f)) return 0;
			s += lines;
			room = f->wend - f->wpos;
		}
	}
	size_t rest = n - lines;
	if (rest > room) {
		memcpy(f->wpos, s, room);
		f->wpos += room;
		if (flush(f)) return lines;
		s += room;
		rest -= room;
		size_t whole = rest - rest % f->buf_size;
		if (whole) {
			size_t k = f->write(f, s, whole);
			if (k < whole) return n - rest + k;
			s += whole;
			rest -= whole;
		}
	}
	memcpy(f->wpos, s, rest);
	f->wpos += rest;
	if (f->lbf >= 0 && n > room && lines == 0 && memchr(f->wbase, '\n', f->wpos - f->wbase)) flush(f);
	return n;
}

size_t fwrite(const void *restrict src, size_t size, size_t count, FILE *restrict f)
{
	size_t n = size * count;
	if (!n) return 0;
	if (f->mode < 1) f->mode = -1;
	size_t done = __fwritex(src, n, f);
	return done == n ? count : done / size;
}

int __overflow(FILE *f, int value)
{
	unsigned char c = value;
	if (!f->wend && __towrite(f)) return EOF;
	if (!f->buf_size) return f->write(f, &c, 1) == 1 ? c : EOF;
	if (f->wpos == f->wend && flush(f)) return EOF;
	*f->wpos++ = c;
	if (c == f->lbf && flush(f)) return EOF;
	return c;
}

int __uflow(FILE *f)
{
	unsigned char c;
	return !__toread(f) && f->read(f, &c, 1) == 1 ? c : EOF;
}

/* The caller's buffer is not used: its place is taken by one of the same size,
 * with room for pushed-back characters before it. */
int setvbuf(FILE *restrict f, char *restrict buf, int type, size_t size)
{
	if (type != _IONBF && type != _IOLBF && type != _IOFBF) return -1;
	if (f->wpos != f->wbase) fflush(f);
	f->lbf = EOF;
	if (type == _IONBF) f->buf_size = 0;
	else {
		if ((buf && size) || !f->buf_size) {
			size_t n = buf && size ? size : BUFSIZ;
			unsigned char *own = malloc(n + UNGET);
			if (!own) return -1;
			f->buf = own + UNGET;
			f->buf_size = n;
		}
		if (type == _IOLBF) f->lbf = '\n';
	}
	f->wend = f->wbase = f->wpos = 0;
	f->flags |= F_SVB;
	return 0;
}


/* glibc's names for the standard streams' objects and for entry points that its
 * headers use. */
/* An empty mode is invalid; a stream that only appends starts at the
 * end of the file. */
FILE *__pl_musl_fopen(const char *restrict, const char *restrict);
FILE *fopen(const char *restrict path, const char *restrict mode)
{
	if (!*mode) {
		errno = EINVAL;
		return 0;
	}
	FILE *f = __pl_musl_fopen(path, mode);
	if (f && *mode == 'a' && !strchr(mode, '+')) __syscall(SYS_lseek, f->fd, 0, SEEK_END);
	return f;
}

/* The descriptor must be open, and for what the mode asks. */
FILE *fdopen(int fd, const char *mode)
{
	long flags = __syscall(SYS_fcntl, fd, F_GETFL, 0);
	int access = flags & O_ACCMODE, update = strchr(mode, '+') != 0;
	if (flags < 0 || !*mode || !strchr("rwa", *mode) || (access == O_RDONLY && (update || *mode != 'r'))
		|| (access == O_WRONLY && (update || *mode == 'r'))) {
		errno = flags < 0 ? -flags : EINVAL;
		return 0;
	}
	return __fdopen(fd, mode);
}

/* An invalid character is an error of the stream. */
wint_t __fgetwc_unlocked(FILE *);
wint_t fgetwc(FILE *f)
{
	wint_t c = __fgetwc_unlocked(f);
	if (c == WEOF && !(f->flags & F_EOF)) f->flags |= F_ERR;
	return c;
}
weak_alias(fgetwc, fgetwc_unlocked);
weak_alias(fgetwc, getwc_unlocked);

/* Only streams that are buffered by lines. */
void _flushlbf(void)
{
	for (FILE *f = *__ofl_lock(); f; f = f->next)
		if (f->lbf >= 0) fflush(f);
	__ofl_unlock();
	if (stdout->lbf >= 0) fflush(stdout);
}

int _IO_getc(FILE *f) { return getc(f); }
int _IO_putc(int c, FILE *f) { return putc(c, f); }
int _IO_feof(FILE *f) { return !!feof(f); }
int _IO_ferror(FILE *f) { return !!ferror(f); }

size_t fread_unlocked(void *restrict p, size_t size, size_t n, FILE *restrict f) { return fread(p, size, n, f); }
size_t fwrite_unlocked(const void *restrict p, size_t size, size_t n, FILE *restrict f) { return fwrite(p, size, n, f); }
