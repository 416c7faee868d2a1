//@ cflags: -fno-builtin -pthread
/* Thread functions that make sense in a single thread: locks, keys, attributes, once. No thread is created. */
#include "check.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

static int runs;
static void once(void) { runs++; }

int main(void) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, rec, check;
    pthread_mutexattr_t a;
    CODE(pthread_mutex_lock, (&m)); CODE(pthread_mutex_trylock, (&m)); CODE(pthread_mutex_unlock, (&m)); CODE(pthread_mutex_trylock, (&m)); CODE(pthread_mutex_unlock, (&m)); CODE(pthread_mutex_destroy, (&m));
    int v = -1;
    CODE(pthread_mutexattr_init, (&a)); CODE(pthread_mutexattr_gettype, (&a, &v)); also("type", v); CODE(pthread_mutexattr_settype, (&a, PTHREAD_MUTEX_RECURSIVE)); CODE(pthread_mutexattr_settype, (&a, 99)); CODE(pthread_mutex_init, (&rec, &a)); CODE(pthread_mutex_lock, (&rec)); CODE(pthread_mutex_lock, (&rec)); CODE(pthread_mutex_unlock, (&rec)); CODE(pthread_mutex_unlock, (&rec)); CODE(pthread_mutex_unlock, (&rec));
    CODE(pthread_mutexattr_settype, (&a, PTHREAD_MUTEX_ERRORCHECK)); CODE(pthread_mutex_init, (&check, &a)); CODE(pthread_mutex_lock, (&check)); CODE(pthread_mutex_lock, (&check)); CODE(pthread_mutex_unlock, (&check)); CODE(pthread_mutex_unlock, (&check)); CODE(pthread_mutexattr_destroy, (&a));
    pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
    CODE(pthread_rwlock_rdlock, (&rw)); CODE(pthread_rwlock_tryrdlock, (&rw)); CODE(pthread_rwlock_trywrlock, (&rw)); CODE(pthread_rwlock_unlock, (&rw)); CODE(pthread_rwlock_unlock, (&rw)); CODE(pthread_rwlock_wrlock, (&rw)); CODE(pthread_rwlock_tryrdlock, (&rw)); CODE(pthread_rwlock_unlock, (&rw)); CODE(pthread_rwlock_destroy, (&rw)); CODE(pthread_rwlock_init, (&rw, NULL));
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    struct timespec past = {1, 0};
    CODE(pthread_cond_signal, (&c)); CODE(pthread_cond_broadcast, (&c)); pthread_mutex_lock(&rec); CODE(pthread_cond_timedwait, (&c, &rec, &past)); pthread_mutex_unlock(&rec); CODE(pthread_cond_destroy, (&c)); CODE(pthread_cond_init, (&c, NULL));
    pthread_spinlock_t spin;
    CODE(pthread_spin_init, (&spin, 0)); CODE(pthread_spin_lock, (&spin)); CODE(pthread_spin_trylock, (&spin)); CODE(pthread_spin_unlock, (&spin)); CODE(pthread_spin_destroy, (&spin));
    pthread_barrier_t bar;
    CODE(pthread_barrier_init, (&bar, NULL, 0)); CODE(pthread_barrier_init, (&bar, NULL, 1)); INT(pthread_barrier_wait, (&bar)); CODE(pthread_barrier_destroy, (&bar));
    pthread_key_t key;
    CODE(pthread_key_create, (&key, NULL)); STR(pthread_getspecific, (key)); CODE(pthread_setspecific, (key, "value")); STR(pthread_getspecific, (key)); CODE(pthread_key_delete, (key));
    pthread_once_t o = PTHREAD_ONCE_INIT;
    CODE(pthread_once, (&o, once)); CODE(pthread_once, (&o, once)); also("runs", runs);
    BOOL(pthread_equal, (pthread_self(), pthread_self())); line_open("pthread_self", "()"); put_signed(pthread_self() != 0);
    CODE(pthread_setcancelstate, (PTHREAD_CANCEL_DISABLE, &v)); also("old", v); CODE(pthread_setcancelstate, (99, &v)); CODE(pthread_setcanceltype, (PTHREAD_CANCEL_DEFERRED, &v)); also("old", v); VOID(pthread_testcancel, ());
    pthread_attr_t at;
    size_t size = 0;
    CODE(pthread_attr_init, (&at)); CODE(pthread_attr_setstacksize, (&at, 1 << 20)); CODE(pthread_attr_getstacksize, (&at, &size)); also("size", size); CODE(pthread_attr_setstacksize, (&at, 1)); CODE(pthread_attr_getdetachstate, (&at, &v)); also("state", v); CODE(pthread_attr_setdetachstate, (&at, PTHREAD_CREATE_DETACHED)); CODE(pthread_attr_setdetachstate, (&at, 99)); CODE(pthread_attr_destroy, (&at));
    CODE(pthread_atfork, (NULL, NULL, NULL));
    sem_t s;
    SYS(sem_init, (&s, 0, 2)); SYS(sem_wait, (&s)); SYS(sem_trywait, (&s)); SYS(sem_trywait, (&s)); SYS(sem_getvalue, (&s, &v)); also("value", v); SYS(sem_post, (&s)); SYS(sem_getvalue, (&s, &v)); also("value", v); SYS(sem_timedwait, (&s, &past)); SYS(sem_timedwait, (&s, &past)); SYS(sem_destroy, (&s)); SYS(sem_init, (&s, 0, 0x80000000u));
    mtx_t x;
    cnd_t y;
    tss_t tss;
    once_flag f = ONCE_FLAG_INIT;
    INT(mtx_init, (&x, mtx_plain)); INT(mtx_lock, (&x)); INT(mtx_trylock, (&x)); INT(mtx_unlock, (&x)); VOID(mtx_destroy, (&x)); INT(cnd_init, (&y)); INT(cnd_signal, (&y)); INT(cnd_broadcast, (&y)); VOID(cnd_destroy, (&y)); INT(tss_create, (&tss, NULL)); INT(tss_set, (tss, "t")); STR(tss_get, (tss)); VOID(tss_delete, (tss)); VOID(call_once, (&f, once)); also("runs", runs); BOOL(thrd_equal, (thrd_current(), thrd_current())); VOID(thrd_yield, ());
    return done();
}
