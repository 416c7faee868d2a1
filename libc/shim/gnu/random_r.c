/* The reentrant generators, with glibc's state structures and sequences; rand()
 * and random() are theirs, too: programs' outputs depend on them. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Kinds 0 to 4: words of state and the distance between the two taps. */
static const int degrees[5] = { 0, 7, 15, 31, 63 };
static const int separations[5] = { 0, 3, 1, 3, 1 };
#define N_KINDS 5

int random_r(struct random_data *restrict r, int32_t *restrict result)
{
	int32_t *state = r->state;
	if (r->rand_type == 0) {
		*result = state[0] = (state[0] * 1103515245U + 12345U) & 0x7fffffff;
		return 0;
	}
	uint32_t sum = *r->fptr += (uint32_t)*r->rptr;
	*result = sum >> 1;
	if (++r->fptr >= r->end_ptr) {
		r->fptr = state;
		r->rptr++;
	} else if (++r->rptr >= r->end_ptr) r->rptr = state;
	return 0;
}

int srandom_r(unsigned seed, struct random_data *r)
{
	int32_t *state = r->state, discard;
	int32_t word = seed ? seed : 1;
	if (r->rand_type < 0 || r->rand_type >= N_KINDS) return -1;
	state[0] = word;
	if (r->rand_type == 0) return 0;
	for (int i = 1; i < r->rand_deg; i++) {
		long high = word / 127773, low = word % 127773;
		word = 16807 * low - 2836 * high;
		if (word < 0) word += 2147483647;
		state[i] = word;
	}
	r->fptr = &state[r->rand_sep];
	r->rptr = &state[0];
	for (int i = 0; i < 10 * r->rand_deg; i++) random_r(r, &discard);
	return 0;
}

/* The word before the state remembers kind and position. */
static void save_position(struct random_data *r)
{
	if (!r->state) return;
	r->state[-1] = r->rand_type == 0 ? 0 : N_KINDS * (r->rptr - r->state) + r->rand_type;
}

static void set_kind(struct random_data *r, int32_t *state, int kind)
{
	r->rand_type = kind;
	r->rand_deg = degrees[kind];
	r->rand_sep = separations[kind];
	r->state = state;
	r->end_ptr = &state[r->rand_deg];
}

int initstate_r(unsigned seed, char *restrict buf, size_t n, struct random_data *restrict r)
{
	int kind = n >= 256 ? 4 : n >= 128 ? 3 : n >= 64 ? 2 : n >= 32 ? 1 : 0;
	if (n < 8) {
		errno = EINVAL;
		return -1;
	}
	save_position(r);
	set_kind(r, (int32_t *)buf + 1, kind);
	srandom_r(seed, r);
	save_position(r);
	return 0;
}

int setstate_r(char *restrict buf, struct random_data *restrict r)
{
	int32_t *state = (int32_t *)buf + 1;
	int kind = state[-1] % N_KINDS, position = state[-1] / N_KINDS;
	if (kind < 0) {
		errno = EINVAL;
		return -1;
	}
	save_position(r);
	set_kind(r, state, kind);
	if (kind) {
		r->rptr = &state[position];
		r->fptr = &state[(position + r->rand_sep) % r->rand_deg];
	}
	return 0;
}

static int32_t default_state[32];
static struct random_data shared;

static struct random_data *shared_generator(void)
{
	if (!shared.state) initstate_r(1, (char *)default_state, sizeof default_state, &shared);
	return &shared;
}

long random(void)
{
	int32_t v;
	random_r(shared_generator(), &v);
	return v;
}

void srandom(unsigned seed) { srandom_r(seed, shared_generator()); }
int rand(void) { return random(); }
void srand(unsigned seed) { srandom(seed); }

char *initstate(unsigned seed, char *buf, size_t n)
{
	char *old = (char *)(shared_generator()->state - 1);
	return initstate_r(seed, buf, n, &shared) ? 0 : old;
}

char *setstate(char *buf)
{
	char *old = (char *)(shared_generator()->state - 1);
	return setstate_r(buf, &shared) ? 0 : old;
}

int rand_r(unsigned *seed)
{
	unsigned next = *seed;
	int result;
	next = next * 1103515245 + 12345;
	result = next / 65536 % 2048;
	next = next * 1103515245 + 12345;
	result = result << 10 ^ next / 65536 % 1024;
	next = next * 1103515245 + 12345;
	result = result << 10 ^ next / 65536 % 1024;
	*seed = next;
	return result;
}

/* The 48-bit generators. */
static void set_defaults(struct drand48_data *d)
{
	if (d->__init) return;
	d->__a = 0x5deece66dULL;
	d->__c = 0xb;
	d->__init = 1;
}

static uint64_t step(unsigned short x[3], struct drand48_data *d)
{
	set_defaults(d);
	uint64_t v = ((uint64_t)x[2] << 32 | (uint64_t)x[1] << 16 | x[0]) * d->__a + d->__c;
	x[0] = v;
	x[1] = v >> 16;
	x[2] = v >> 32;
	return v & 0xffffffffffffULL;
}

int erand48_r(unsigned short x[3], struct drand48_data *restrict d, double *restrict r)
{
	*r = step(x, d) * (1.0 / 281474976710656.0);
	return 0;
}
int nrand48_r(unsigned short x[3], struct drand48_data *restrict d, long *restrict r) { *r = step(x, d) >> 17; return 0; }
int jrand48_r(unsigned short x[3], struct drand48_data *restrict d, long *restrict r) { *r = (int32_t)(step(x, d) >> 16); return 0; }
int drand48_r(struct drand48_data *restrict d, double *restrict r) { return erand48_r(d->__x, d, r); }
int lrand48_r(struct drand48_data *restrict d, long *restrict r) { return nrand48_r(d->__x, d, r); }
int mrand48_r(struct drand48_data *restrict d, long *restrict r) { return jrand48_r(d->__x, d, r); }
int srand48_r(long seed, struct drand48_data *d)
{
	d->__x[2] = seed >> 16;
	d->__x[1] = seed;
	d->__x[0] = 0x330e;
	d->__init = 0;
	set_defaults(d);
	return 0;
}
int seed48_r(unsigned short x[3], struct drand48_data *d)
{
	memcpy(d->__old_x, d->__x, sizeof d->__x);
	memcpy(d->__x, x, sizeof d->__x);
	d->__init = 0;
	set_defaults(d);
	return 0;
}
int lcong48_r(unsigned short p[7], struct drand48_data *d)
{
	memcpy(d->__x, p, sizeof d->__x);
	d->__a = (uint64_t)p[5] << 32 | (uint32_t)p[4] << 16 | p[3];
	d->__c = p[6];
	d->__init = 1;
	return 0;
}
