/* The stream object of musl's stdio, laid out so that glibc's headers and
 * gnulib find flags, pointers, descriptor and offset where glibc has them.
 * musl's own header supplies everything but the structure: its version of the
 * structure is read under another name and left unused. */
#ifndef PL_STDIO_IMPL_H
#define PL_STDIO_IMPL_H

#include <stdio.h>

#define _IO_FILE __pl_unused_stream_layout
#include_next "stdio_impl.h"
#undef _IO_FILE

/* Buffers have the size that glibc takes from st_blksize of ordinary files. */
#undef BUFSIZ
#define BUFSIZ 4096

/* There is one thread. */
#undef FFINALLOCK
#undef FLOCK
#undef FUNLOCK
#define FFINALLOCK(f) ((void)(f))
#define FLOCK(f) ((void)(f))
#define FUNLOCK(f) ((void)(f))

struct _IO_FILE {
	/* glibc's part: the flag bits 4, 8, 16 and 32 mean the same in both. */
	unsigned flags;
	unsigned char *rpos, *rend, *rbase;
	unsigned char *wbase, *wpos, *wend;
	unsigned char *buf, *buf_end;
	unsigned char *save_base, *backup_base, *save_end;
	void *markers;
	FILE *chain;
	int fd;
	int flags2;
	off_t old_offset;
	unsigned short cur_column;
	signed char vtable_offset;
	char shortbuf[1];
	void *lock_object;
	off_t off;

	/* Private part. */
	size_t (*read)(FILE *, unsigned char *, size_t);
	size_t (*write)(FILE *, const unsigned char *, size_t);
	off_t (*seek)(FILE *, off_t, int);
	int (*close)(FILE *);
	void *cookie;
	size_t buf_size;
	int lbf;
	int mode;
	FILE *prev, *next;
	struct __locale_struct *locale;
	char *getln_buf;
	unsigned char *shend;
	off_t shlim, shcnt;
	int pipe_pid;
	volatile int lock;
	long lockcount;
	FILE *prev_locked, *next_locked;
};

_Static_assert(__builtin_offsetof(struct _IO_FILE, rpos) == 8, "_IO_read_ptr");
_Static_assert(__builtin_offsetof(struct _IO_FILE, wbase) == 32, "_IO_write_base");
_Static_assert(__builtin_offsetof(struct _IO_FILE, buf) == 56, "_IO_buf_base");
_Static_assert(__builtin_offsetof(struct _IO_FILE, save_base) == 72, "_IO_save_base");
_Static_assert(__builtin_offsetof(struct _IO_FILE, fd) == 112, "_fileno");
_Static_assert(__builtin_offsetof(struct _IO_FILE, off) == 144, "_offset");

#endif
