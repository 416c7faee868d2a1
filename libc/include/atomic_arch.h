/* Atomics of a single-threaded program are plain accesses. */
#define a_cas a_cas
static inline int a_cas(volatile int *p, int expected, int desired)
{
	int old = *p;
	if (old == expected) *p = desired;
	return old;
}

#define a_cas_p a_cas_p
static inline void *a_cas_p(volatile void *p, void *expected, void *desired)
{
	void *volatile *slot = (void *volatile *)p;
	void *old = *slot;
	if (old == expected) *slot = desired;
	return old;
}

#define a_store a_store
static inline void a_store(volatile int *p, int x) { *p = x; }

#define a_barrier a_barrier
static inline void a_barrier(void) { }

#define a_spin a_spin
static inline void a_spin(void) { }

#define a_crash a_crash
static inline void a_crash(void) { __builtin_trap(); }

#define a_ctz_64 a_ctz_64
static inline int a_ctz_64(unsigned long x) { return __builtin_ctzl(x); }

#define a_clz_64 a_clz_64
static inline int a_clz_64(unsigned long x) { return __builtin_clzl(x); }
