/* Obstacks behind the system's <obstack.h>: its structure and macros, our code. */
#include <obstack.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int obstack_exit_failure = EXIT_FAILURE;

static void allocation_failed(void)
{
	fprintf(stderr, "memory exhausted\n");
	exit(obstack_exit_failure);
}

void (*obstack_alloc_failed_handler)(void) = allocation_failed;

/* The chunk's payload follows its two-word header. */
#define HEADER offsetof(struct _obstack_chunk, contents)
#define DEFAULT_CHUNK_SIZE 4064

static struct _obstack_chunk *new_chunk(struct obstack *h, size_t size)
{
	struct _obstack_chunk *chunk;
	if (h->use_extra_arg) chunk = h->chunkfun(h->extra_arg, size);
	else chunk = ((struct _obstack_chunk *(*)(long))h->chunkfun)(size);
	if (!chunk) obstack_alloc_failed_handler();
	chunk->limit = (char *)chunk + size;
	return chunk;
}

static void drop_chunk(struct obstack *h, struct _obstack_chunk *chunk)
{
	if (h->use_extra_arg) h->freefun(h->extra_arg, chunk);
	else ((void (*)(void *))h->freefun)(chunk);
}

static char *aligned(const struct obstack *h, char *p)
{
	return p + (-(uintptr_t)p & h->alignment_mask);
}

static int begin(struct obstack *h, int size, int alignment)
{
	h->alignment_mask = (alignment ? alignment : 16) - 1;
	h->chunk_size = size ? size : DEFAULT_CHUNK_SIZE;
	h->chunk = new_chunk(h, h->chunk_size);
	h->chunk->prev = 0;
	h->chunk_limit = h->chunk->limit;
	h->next_free = h->object_base = aligned(h, h->chunk->contents);
	h->maybe_empty_object = 0;
	h->alloc_failed = 0;
	return 1;
}

int _obstack_begin(struct obstack *h, int size, int alignment,
	void *(*allocate)(long), void (*release)(void *))
{
	h->chunkfun = (void *)allocate;
	h->freefun = (void *)release;
	h->use_extra_arg = 0;
	return begin(h, size, alignment);
}

int _obstack_begin_1(struct obstack *h, int size, int alignment,
	void *(*allocate)(void *, long), void (*release)(void *, void *), void *argument)
{
	h->chunkfun = (void *)allocate;
	h->freefun = (void *)release;
	h->extra_arg = argument;
	h->use_extra_arg = 1;
	return begin(h, size, alignment);
}

/* Moves the growing object to a chunk with room for `length` more bytes. */
void _obstack_newchunk(struct obstack *h, int length)
{
	struct _obstack_chunk *old = h->chunk;
	size_t object = h->next_free - h->object_base;
	size_t size = object + length + (object >> 3) + h->alignment_mask + 100;
	if (size < (size_t)h->chunk_size) size = h->chunk_size;
	struct _obstack_chunk *chunk = new_chunk(h, size);
	chunk->prev = old;
	char *base = aligned(h, chunk->contents);
	memcpy(base, h->object_base, object);
	if (!h->maybe_empty_object && h->object_base == aligned(h, old->contents)) {
		chunk->prev = old->prev;
		drop_chunk(h, old);
	}
	h->chunk = chunk;
	h->chunk_limit = chunk->limit;
	h->object_base = base;
	h->next_free = base + object;
	h->maybe_empty_object = 0;
}

static int holds(const struct _obstack_chunk *chunk, const void *object)
{
	return (const void *)chunk < object && (const void *)chunk->limit >= object;
}

int _obstack_allocated_p(struct obstack *h, void *object)
{
	for (struct _obstack_chunk *c = h->chunk; c; c = c->prev)
		if (holds(c, object)) return 1;
	return 0;
}

void _obstack_free(struct obstack *h, void *object)
{
	struct _obstack_chunk *c = h->chunk;
	while (c && !(object && holds(c, object))) {
		struct _obstack_chunk *previous = c->prev;
		drop_chunk(h, c);
		h->maybe_empty_object = 1;
		c = previous;
	}
	if (c) {
		h->object_base = h->next_free = object;
		h->chunk_limit = c->limit;
		h->chunk = c;
	} else if (object) abort();
	else h->chunk = 0;
}

#undef obstack_free
void obstack_free(struct obstack *h, void *object)
{
	_obstack_free(h, object);
}

int _obstack_memory_used(struct obstack *h)
{
	int n = 0;
	for (struct _obstack_chunk *c = h->chunk; c; c = c->prev) n += c->limit - (char *)c;
	return n;
}

int obstack_vprintf(struct obstack *h, const char *restrict format, va_list ap)
{
	char *text;
	int n = vasprintf(&text, format, ap);
	if (n < 0) return n;
	obstack_grow(h, text, n);
	free(text);
	return n;
}

int obstack_printf(struct obstack *h, const char *restrict format, ...)
{
	va_list ap;
	va_start(ap, format);
	int n = obstack_vprintf(h, format, ap);
	va_end(ap);
	return n;
}
