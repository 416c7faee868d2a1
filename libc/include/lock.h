/* Nothing to lock in a single-threaded program. */
#ifndef LOCK_H
#define LOCK_H

#define LOCK(x) ((void)(x))
#define UNLOCK(x) ((void)(x))

#endif
