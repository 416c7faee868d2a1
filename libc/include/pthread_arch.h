/* There is one thread; its descriptor is a plain object of shim/start.c. */
extern struct __pthread __pl_self;
#define __get_tp() (&__pl_self)
#define MC_PC gregs[REG_RIP]
