/* POSIX threads for a program that has exactly one: locks record their owner's
 * depth so that misuse is answered as natively, waiting forever is reported as
 * unsupported, and creating a thread is, too. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <sys/syscall.h>

void __pl_unsupported(const char *);

static char self_object;
#define SELF ((pthread_t)&self_object)

pthread_t pthread_self(void) { return SELF; }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*f)(void *), void *arg)
{
	__pl_unsupported("pthread_create");
	return EAGAIN;
}

int pthread_join(pthread_t t, void **result) { return t == SELF ? EDEADLK : ESRCH; }
int pthread_detach(pthread_t t) { return t == SELF ? 0 : ESRCH; }
int pthread_cancel(pthread_t t) { __pl_unsupported("pthread_cancel"); return ESRCH; }
int pthread_kill(pthread_t t, int signal) { return t == SELF ? (raise(signal) ? errno : 0) : ESRCH; }
void pthread_exit(void *result) { exit(0); }
static int cancel_state = PTHREAD_CANCEL_ENABLE, cancel_type = PTHREAD_CANCEL_DEFERRED;
static int exchange(int *setting, int value, int *old)
{
	if (value != 0 && value != 1) return EINVAL;
	if (old) *old = *setting;
	*setting = value;
	return 0;
}
int pthread_setcancelstate(int state, int *old) { return exchange(&cancel_state, state, old); }
int pthread_setcanceltype(int type, int *old) { return exchange(&cancel_type, type, old); }
void pthread_testcancel(void) { }
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) { return 0; }
int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *dso) { return 0; }
int pthread_setname_np(pthread_t t, const char *name) { return strlen(name) > 15 ? ERANGE : 0; }
int pthread_getconcurrency(void) { return 0; }
int pthread_setconcurrency(int n) { return 0; }

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	int saved = errno;
	int error = syscall(SYS_rt_sigprocmask, how, set, old, 8) ? errno : 0;
	errno = saved;
	return error;
}

/* Attributes keep what was set in them. */
struct attributes {
	size_t stack_size, guard_size;
	void *stack;
	int detached, inherit, policy, priority, scope;
};
#define ATTR(a) ((struct attributes *)(a))
_Static_assert(sizeof(struct attributes) <= sizeof(pthread_attr_t), "attributes fit");

int pthread_attr_init(pthread_attr_t *a)
{
	memset(a, 0, sizeof *a);
	ATTR(a)->stack_size = 8 << 20;
	ATTR(a)->guard_size = 4096;
	return 0;
}
int pthread_attr_destroy(pthread_attr_t *a) { return 0; }
int pthread_getattr_np(pthread_t t, pthread_attr_t *a) { return pthread_attr_init(a); }
int pthread_attr_setdetachstate(pthread_attr_t *a, int v) { return exchange(&ATTR(a)->detached, v, 0); }
int pthread_attr_getdetachstate(const pthread_attr_t *a, int *v) { *v = ATTR(a)->detached; return 0; }
int pthread_attr_setstacksize(pthread_attr_t *a, size_t v)
{
	if (v < 16384) return EINVAL;
	ATTR(a)->stack_size = v;
	return 0;
}
int pthread_attr_getstacksize(const pthread_attr_t *restrict a, size_t *restrict v) { *v = ATTR(a)->stack_size; return 0; }
int pthread_attr_setguardsize(pthread_attr_t *a, size_t v) { ATTR(a)->guard_size = v; return 0; }
int pthread_attr_getguardsize(const pthread_attr_t *restrict a, size_t *restrict v) { *v = ATTR(a)->guard_size; return 0; }
int pthread_attr_setstack(pthread_attr_t *a, void *p, size_t n) { ATTR(a)->stack = p; ATTR(a)->stack_size = n; return 0; }
int pthread_attr_getstack(const pthread_attr_t *restrict a, void **restrict p, size_t *restrict n)
{
	*p = ATTR(a)->stack;
	*n = ATTR(a)->stack_size;
	return 0;
}
int pthread_attr_setscope(pthread_attr_t *a, int v) { ATTR(a)->scope = v; return 0; }
int pthread_attr_getscope(const pthread_attr_t *restrict a, int *restrict v) { *v = ATTR(a)->scope; return 0; }
int pthread_attr_setinheritsched(pthread_attr_t *a, int v) { ATTR(a)->inherit = v; return 0; }
int pthread_attr_getinheritsched(const pthread_attr_t *restrict a, int *restrict v) { *v = ATTR(a)->inherit; return 0; }
int pthread_attr_setschedpolicy(pthread_attr_t *a, int v) { ATTR(a)->policy = v; return 0; }
int pthread_attr_getschedpolicy(const pthread_attr_t *restrict a, int *restrict v) { *v = ATTR(a)->policy; return 0; }
int pthread_attr_setschedparam(pthread_attr_t *restrict a, const struct sched_param *restrict p) { ATTR(a)->priority = p->sched_priority; return 0; }
int pthread_attr_getschedparam(const pthread_attr_t *restrict a, struct sched_param *restrict p) { p->sched_priority = ATTR(a)->priority; return 0; }
int pthread_getschedparam(pthread_t t, int *restrict policy, struct sched_param *restrict p)
{
	*policy = SCHED_OTHER;
	p->sched_priority = 0;
	return 0;
}
int pthread_setschedparam(pthread_t t, int policy, const struct sched_param *p) { return 0; }

/* Mutexes: glibc's static initialisers set only the kind. */
#define DEPTH(m) ((m)->__data.__count)
#define LOCKED(m) ((m)->__data.__lock)
#define KIND(m) ((m)->__data.__kind & 3)

int pthread_mutexattr_init(pthread_mutexattr_t *a) { memset(a, 0, sizeof *a); return 0; }
int pthread_mutexattr_destroy(pthread_mutexattr_t *a) { return 0; }
int pthread_mutexattr_settype(pthread_mutexattr_t *a, int type)
{
	if (type < 0 || type > PTHREAD_MUTEX_ADAPTIVE_NP) return EINVAL;
	*(int *)a = type;
	return 0;
}
int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict a, int *restrict type) { *type = *(const int *)a & 3; return 0; }
int pthread_mutexattr_setpshared(pthread_mutexattr_t *a, int v) { return 0; }
int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict a, int *restrict v) { *v = 0; return 0; }
int pthread_mutexattr_setrobust(pthread_mutexattr_t *a, int v) { return 0; }
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *a, int *v) { *v = 0; return 0; }
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *a, int v) { return 0; }
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict a, int *restrict v) { *v = 0; return 0; }

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a)
{
	memset(m, 0, sizeof *m);
	if (a) m->__data.__kind = *(const int *)a & 3;
	return 0;
}
int pthread_mutex_destroy(pthread_mutex_t *m) { return LOCKED(m) ? EBUSY : 0; }

int pthread_mutex_lock(pthread_mutex_t *m)
{
	if (!LOCKED(m)) {
		LOCKED(m) = 1;
		DEPTH(m) = 1;
		return 0;
	}
	switch (KIND(m)) {
	case PTHREAD_MUTEX_RECURSIVE: DEPTH(m)++; return 0;
	case PTHREAD_MUTEX_ERRORCHECK: return EDEADLK;
	}
	__pl_unsupported("deadlock: mutex locked twice");
	return EDEADLK;
}

int pthread_mutex_trylock(pthread_mutex_t *m)
{
	if (LOCKED(m) && KIND(m) != PTHREAD_MUTEX_RECURSIVE) return EBUSY;
	return pthread_mutex_lock(m);
}
int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict t) { return LOCKED(m) && KIND(m) != PTHREAD_MUTEX_RECURSIVE ? ETIMEDOUT : pthread_mutex_lock(m); }
int pthread_mutex_clocklock(pthread_mutex_t *restrict m, clockid_t c, const struct timespec *restrict t) { return pthread_mutex_timedlock(m, t); }

int pthread_mutex_unlock(pthread_mutex_t *m)
{
	if (!LOCKED(m)) return KIND(m) ? EPERM : 0;
	if (KIND(m) == PTHREAD_MUTEX_RECURSIVE && --DEPTH(m)) return 0;
	LOCKED(m) = 0;
	return 0;
}
int pthread_mutex_consistent(pthread_mutex_t *m) { return EINVAL; }

int pthread_condattr_init(pthread_condattr_t *a) { memset(a, 0, sizeof *a); return 0; }
int pthread_condattr_destroy(pthread_condattr_t *a) { return 0; }
int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t c) { return 0; }
int pthread_condattr_getclock(const pthread_condattr_t *restrict a, clockid_t *restrict c) { *c = 0; return 0; }
int pthread_condattr_setpshared(pthread_condattr_t *a, int v) { return 0; }
int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict a) { memset(c, 0, sizeof *c); return 0; }
int pthread_cond_destroy(pthread_cond_t *c) { return 0; }
int pthread_cond_signal(pthread_cond_t *c) { return 0; }
int pthread_cond_broadcast(pthread_cond_t *c) { return 0; }
int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m)
{
	__pl_unsupported("pthread_cond_wait");
	return 0;
}
int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, const struct timespec *restrict t) { return ETIMEDOUT; }
int pthread_cond_clockwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, clockid_t k, const struct timespec *restrict t) { return ETIMEDOUT; }

#define READERS(l) ((l)->__data.__readers)
#define WRITER(l) ((l)->__data.__cur_writer)
int pthread_rwlockattr_init(pthread_rwlockattr_t *a) { memset(a, 0, sizeof *a); return 0; }
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *a) { return 0; }
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *a, int v) { return 0; }
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *a, int v) { return 0; }
int pthread_rwlock_init(pthread_rwlock_t *restrict l, const pthread_rwlockattr_t *restrict a) { memset(l, 0, sizeof *l); return 0; }
int pthread_rwlock_destroy(pthread_rwlock_t *l) { return 0; }
int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
	if (WRITER(l)) return EBUSY;
	READERS(l)++;
	return 0;
}
int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
	if (WRITER(l) || READERS(l)) return EBUSY;
	WRITER(l) = 1;
	return 0;
}
int pthread_rwlock_rdlock(pthread_rwlock_t *l) { return pthread_rwlock_tryrdlock(l) ? EDEADLK : 0; }
int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
	if (!pthread_rwlock_trywrlock(l)) return 0;
	if (WRITER(l)) return EDEADLK;
	__pl_unsupported("deadlock: write lock of a lock held for reading");
	return EDEADLK;
}
int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict l, const struct timespec *restrict t) { return pthread_rwlock_tryrdlock(l) ? ETIMEDOUT : 0; }
int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict l, const struct timespec *restrict t) { return pthread_rwlock_trywrlock(l) ? ETIMEDOUT : 0; }
int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
	if (WRITER(l)) WRITER(l) = 0;
	else if (READERS(l)) READERS(l)--;
	return 0;
}

int pthread_spin_init(pthread_spinlock_t *l, int shared) { *l = 0; return 0; }
int pthread_spin_destroy(pthread_spinlock_t *l) { return 0; }
int pthread_spin_trylock(pthread_spinlock_t *l) { if (*l) return EBUSY; *l = 1; return 0; }
int pthread_spin_lock(pthread_spinlock_t *l)
{
	if (*l) __pl_unsupported("deadlock: spin lock taken twice");
	*l = 1;
	return 0;
}
int pthread_spin_unlock(pthread_spinlock_t *l) { *l = 0; return 0; }

int pthread_barrier_init(pthread_barrier_t *restrict b, const pthread_barrierattr_t *restrict a, unsigned n)
{
	if (!n) return EINVAL;
	*(unsigned *)b = n;
	return 0;
}
int pthread_barrier_destroy(pthread_barrier_t *b) { return 0; }
int pthread_barrier_wait(pthread_barrier_t *b)
{
	if (*(unsigned *)b > 1) __pl_unsupported("pthread_barrier_wait");
	return PTHREAD_BARRIER_SERIAL_THREAD;
}

int pthread_once(pthread_once_t *control, void (*f)(void))
{
	if (*control) return 0;
	*control = 2;
	f();
	return 0;
}

#define N_KEYS 128
static struct { int used; void (*destroy)(void *); const void *value; } keys[N_KEYS];

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *))
{
	for (unsigned i = 0; i < N_KEYS; i++)
		if (!keys[i].used) {
			keys[i].used = 1;
			keys[i].destroy = destroy;
			keys[i].value = 0;
			*key = i;
			return 0;
		}
	return EAGAIN;
}
int pthread_key_delete(pthread_key_t key)
{
	if (key >= N_KEYS || !keys[key].used) return EINVAL;
	keys[key].used = 0;
	return 0;
}
void *pthread_getspecific(pthread_key_t key) { return key < N_KEYS ? (void *)keys[key].value : 0; }
int pthread_setspecific(pthread_key_t key, const void *value)
{
	if (key >= N_KEYS || !keys[key].used) return EINVAL;
	keys[key].value = value;
	return 0;
}

/* Cleanup handlers of musl's own code: nothing cancels. */
void _pthread_cleanup_push(struct _pthread_cleanup_buffer *b, void (*f)(void *), void *arg)
{
	b->__routine = f;
	b->__arg = arg;
}
void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *b, int run)
{
	if (run) b->__routine(b->__arg);
}
void __pthread_register_cancel(__pthread_unwind_buf_t *b) { }
void __pthread_unregister_cancel(__pthread_unwind_buf_t *b) { }
void __pthread_unwind_next(__pthread_unwind_buf_t *b) { abort(); }

int sem_init(sem_t *s, int shared, unsigned value) { if (value > INT_MAX) { errno = EINVAL; return -1; } *(unsigned *)s = value; return 0; }
int sem_destroy(sem_t *s) { return 0; }
int sem_post(sem_t *s) { ++*(unsigned *)s; return 0; }
int sem_getvalue(sem_t *restrict s, int *restrict v) { *v = *(unsigned *)s; return 0; }
int sem_trywait(sem_t *s)
{
	if (*(unsigned *)s) { --*(unsigned *)s; return 0; }
	errno = EAGAIN;
	return -1;
}
int sem_wait(sem_t *s)
{
	if (!*(unsigned *)s) __pl_unsupported("deadlock: sem_wait");
	return sem_trywait(s);
}
int sem_timedwait(sem_t *restrict s, const struct timespec *restrict t)
{
	if (!sem_trywait(s)) return 0;
	errno = ETIMEDOUT;
	return -1;
}

int mtx_init(mtx_t *m, int type)
{
	pthread_mutex_init((pthread_mutex_t *)m, 0);
	if (type & mtx_recursive) ((pthread_mutex_t *)m)->__data.__kind = PTHREAD_MUTEX_RECURSIVE;
	return thrd_success;
}
void mtx_destroy(mtx_t *m) { }
int mtx_lock(mtx_t *m) { return pthread_mutex_lock((pthread_mutex_t *)m) ? thrd_error : thrd_success; }
int mtx_trylock(mtx_t *m) { return pthread_mutex_trylock((pthread_mutex_t *)m) ? thrd_busy : thrd_success; }
int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict t) { return pthread_mutex_timedlock((pthread_mutex_t *)m, t) ? thrd_timedout : thrd_success; }
int mtx_unlock(mtx_t *m) { return pthread_mutex_unlock((pthread_mutex_t *)m) ? thrd_error : thrd_success; }
int cnd_init(cnd_t *c) { memset(c, 0, sizeof *c); return thrd_success; }
void cnd_destroy(cnd_t *c) { }
int cnd_signal(cnd_t *c) { return thrd_success; }
int cnd_broadcast(cnd_t *c) { return thrd_success; }
int cnd_wait(cnd_t *c, mtx_t *m) { __pl_unsupported("cnd_wait"); return thrd_error; }
int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict t) { return thrd_timedout; }
void call_once(once_flag *flag, void (*f)(void)) { pthread_once((pthread_once_t *)flag, f); }
int tss_create(tss_t *key, tss_dtor_t destroy) { return pthread_key_create(key, destroy) ? thrd_error : thrd_success; }
void tss_delete(tss_t key) { pthread_key_delete(key); }
void *tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void *value) { return pthread_setspecific(key, value) ? thrd_error : thrd_success; }
int thrd_create(thrd_t *t, thrd_start_t f, void *arg) { __pl_unsupported("thrd_create"); return thrd_error; }
thrd_t thrd_current(void) { return SELF; }
int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
void thrd_exit(int result) { exit(0); }
int thrd_join(thrd_t t, int *result) { return thrd_error; }
int thrd_detach(thrd_t t) { return thrd_error; }
void thrd_yield(void) { }
int thrd_sleep(const struct timespec *t, struct timespec *rest) { return nanosleep(t, rest) ? -1 : 0; }
