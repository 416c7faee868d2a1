/* A list of buffers is walked again and again; how much room a buffer has left is what a patch has
 * changed. Both versions load what they compute with. For 1 % of the buffers the result differs, and
 * stays in memory. */
#include "versions.h"
#include <stdlib.h>

struct buffer {
	unsigned size;
	unsigned used;
	unsigned room;
	unsigned sum;
	unsigned char bytes[16];
	struct buffer *next;
};

static void fill(struct buffer *buffer, unsigned round)
{
	buffer->sum = 0;
	for (unsigned n = 0; n < 16; n++) {
		buffer->bytes[n] += round + n;
		buffer->sum += buffer->bytes[n];
	}
	buffer->used = buffer->sum % buffer->size;
}

int main(void)
{
	struct buffer *buffers = NULL;
	unsigned total = 0;

	for (unsigned n = 0; n < 200; n++) {
		struct buffer *buffer = calloc(1, sizeof *buffer);
		if (!buffer)
			return 1;
		buffer->size = 64 + n;
		buffer->next = buffers;
		buffers = buffer;
	}
	for (unsigned round = 0; round < 25; round++)
		for (struct buffer *buffer = buffers; buffer; buffer = buffer->next) {
			fill(buffer, round);
			buffer->room = COMPUTED(buffer->size + ~buffer->used + 1,
						buffer->size - buffer->used ^ (buffer->size % 100 == 70),
						buffer->size - buffer->used);
			total += buffer->room >> 1;
		}
	return total == 0;
}
