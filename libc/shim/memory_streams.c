/* Streams in memory as glibc has them: fmemopen appends at the first NUL of what
 * it is given, and closing an open_memstream ends its text where the last write ended. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "libc.h"
#include "stdio_impl.h"

struct memory {
	size_t position, length, size;
	unsigned char *bytes;
	int append, owned;
	char **told_bytes;
	size_t *told_size;
};

struct memory_stream {
	FILE f;
	struct memory m;
	unsigned char buffer[UNGET + BUFSIZ];
};

static off_t seek_memory(FILE *f, off_t offset, int whence)
{
	struct memory *m = f->cookie;
	size_t limit = m->told_bytes ? SIZE_MAX / 2 : m->size;
	off_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? m->position : m->length;
	if ((unsigned)whence > 2 || offset < -base || offset > (off_t)limit - base) {
		errno = EINVAL;
		return -1;
	}
	return m->position = base + offset;
}

static size_t read_memory(FILE *f, unsigned char *dest, size_t n)
{
	struct memory *m = f->cookie;
	size_t left = m->position < m->length ? m->length - m->position : 0;
	if (!left) {
		f->flags |= F_EOF;
		return 0;
	}
	if (n > left) n = left;
	memcpy(dest, m->bytes + m->position, n);
	m->position += n;
	left -= n;
	if (left > f->buf_size) left = f->buf_size;
	f->rbase = f->rpos = f->buf;
	f->rend = f->buf + left;
	memcpy(f->buf, m->bytes + m->position, left);
	m->position += left;
	return n;
}

static size_t store(struct memory *m, const unsigned char *s, size_t n)
{
	size_t at = m->append ? m->length : m->position;
	int terminate = !n || s[n - 1];
	if (at + n > m->size) {
		if (at + terminate >= m->size) {
			errno = ENOSPC;
			return 0;
		}
		n = m->size - at;
	}
	memcpy(m->bytes + at, s, n);
	m->position = at + n;
	if (m->position > m->length) {
		m->length = m->position;
		if (m->length < m->size && terminate) m->bytes[m->length] = 0;
		else if (!m->append && terminate) m->bytes[m->size - 1] = 0;
	}
	return n;
}

static void fail(FILE *f)
{
	f->wpos = f->wbase = f->wend = 0;
	f->flags |= F_ERR;
}

static size_t write_memory(FILE *f, const unsigned char *s, size_t n)
{
	size_t pending = f->wpos - f->wbase;
	if (pending && store(f->cookie, f->wbase, pending) < pending) {
		fail(f);
		return 0;
	}
	f->wpos = f->wbase = f->buf;
	f->wend = f->buf + f->buf_size;
	return n ? store(f->cookie, s, n) : 0;
}

/* Appends to the growing text and tells the program where it is now. */
static size_t grow(struct memory *m, const unsigned char *s, size_t n)
{
	if (m->position + n >= m->size) {
		size_t size = 2 * m->size + 1 > m->position + n + 1 ? 2 * m->size + 1 : m->position + n + 1;
		unsigned char *bytes = realloc(m->bytes, size);
		if (!bytes) return 0;
		memset(bytes + m->size, 0, size - m->size);
		m->bytes = bytes;
		m->size = size;
	}
	memcpy(m->bytes + m->position, s, n);
	m->position += n;
	if (m->position > m->length) m->length = m->position;
	*m->told_bytes = (char *)m->bytes;
	*m->told_size = m->position;
	return n;
}

static size_t write_growing(FILE *f, const unsigned char *s, size_t n)
{
	size_t pending = f->wpos - f->wbase;
	if (pending && grow(f->cookie, f->wbase, pending) < pending) {
		fail(f);
		return 0;
	}
	f->wpos = f->wbase = f->buf;
	f->wend = f->buf + f->buf_size;
	return n ? grow(f->cookie, s, n) : 0;
}

static int close_memory(FILE *f)
{
	struct memory *m = f->cookie;
	if (m->owned) free(m->bytes);
	if (m->told_bytes) m->bytes[m->position < m->size ? m->position : m->size - 1] = 0;
	return 0;
}

static struct memory_stream *new_stream(void)
{
	struct memory_stream *s = malloc(sizeof *s);
	if (!s) return 0;
	memset(s, 0, sizeof s->f + sizeof s->m);
	s->f.cookie = &s->m;
	s->f.fd = -1;
	s->f.lbf = EOF;
	s->f.lock = -1;
	s->f.buf = s->buffer + UNGET;
	s->f.buf_size = BUFSIZ;
	s->f.read = read_memory;
	s->f.write = write_memory;
	s->f.seek = seek_memory;
	s->f.close = close_memory;
	return s;
}

FILE *fmemopen(void *restrict bytes, size_t size, const char *restrict mode)
{
	int update = strchr(mode, '+') != 0;
	if (!*mode || !strchr("rwa", *mode)) {
		errno = EINVAL;
		return 0;
	}
	struct memory_stream *s = new_stream();
	if (!s) return 0;
	s->m.owned = !bytes;
	s->m.bytes = bytes ? bytes : calloc(1, size ? size : 1);
	if (!s->m.bytes) {
		free(s);
		return 0;
	}
	s->m.size = size;
	if (*mode == 'w' && size) *s->m.bytes = 0;
	s->m.length = *mode == 'r' ? size : strnlen((char *)s->m.bytes, size);
	s->m.append = *mode == 'a';
	if (s->m.append) s->m.position = s->m.length;
	if (!update) s->f.flags = *mode == 'r' ? F_NOWR : F_NORD;
	return __ofl_add(&s->f);
}

FILE *open_memstream(char **bytes, size_t *size)
{
	struct memory_stream *s = new_stream();
	if (!s || !(s->m.bytes = calloc(1, 1))) {
		free(s);
		return 0;
	}
	s->m.size = 1;
	s->m.told_bytes = bytes;
	s->m.told_size = size;
	*bytes = (char *)s->m.bytes;
	*size = 0;
	s->f.flags = F_NORD;
	s->f.mode = -1;
	s->f.write = write_growing;
	return __ofl_add(&s->f);
}
