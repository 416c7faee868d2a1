/* The functions that KLEE's test harnesses call, so that they run unchanged under Patchlight. */
#ifndef PATCHLIGHT_KLEE_H
#define PATCHLIGHT_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the bytes of an object inputs. */
void klee_make_symbolic(void *address, size_t size, const char *name);
/* An int from `begin` to just before `end`. */
int klee_range(int begin, int end, const char *name);
int klee_int(const char *name);
/* Paths on which the condition does not hold are dropped. */
void klee_assume(uintptr_t condition);
unsigned klee_is_symbolic(uintptr_t value);
void klee_silent_exit(int status) __attribute__((noreturn));
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
    __attribute__((noreturn));

/* A value that the argument can have; the argument stays symbolic. */
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);

/* Hints, which do not change what is found. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_set_forking(unsigned enable);
void klee_stack_trace(void);
void klee_mark_global(void *object);

#define klee_assert(condition)                                                                     \
    ((condition) ? (void)0                                                                         \
                 : klee_report_error(__FILE__, __LINE__, "assertion failed: " #condition, "assert"))

#ifdef __cplusplus
}
#endif
#endif
