/* setjmp is the engine's; signal masks are kept and restored here, as glibc does. */
#include <setjmp.h>
#include <signal.h>

void __pl_longjmp(struct __jmp_buf_tag *env, int value) __attribute__((noreturn));

/* The engine calls this when sigsetjmp is to save the mask. */
int __pl_save_mask(int result, struct __jmp_buf_tag *env)
{
	env->__mask_was_saved = sigprocmask(SIG_BLOCK, NULL, (sigset_t *)&env->__saved_mask) == 0;
	return result;
}

void siglongjmp(struct __jmp_buf_tag *env, int value)
{
	if (env->__mask_was_saved)
		sigprocmask(SIG_SETMASK, (sigset_t *)&env->__saved_mask, NULL);
	__pl_longjmp(env, value);
}

void longjmp(struct __jmp_buf_tag *, int) __attribute__((alias("siglongjmp"), noreturn));
void _longjmp(struct __jmp_buf_tag *, int) __attribute__((alias("siglongjmp"), noreturn));
