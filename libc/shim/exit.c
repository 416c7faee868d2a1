/* Exit handlers with their argument kinds, and process end. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "libc.h"
#include "stdio_impl.h"

void __pl_run_dtors(void);

enum kind { PLAIN, WITH_ARGUMENT, WITH_STATUS };

struct handler {
	struct handler *next;
	enum kind kind;
	void *owner;
	void *argument;
	union {
		void (*plain)(void);
		void (*with_argument)(void *);
		void (*with_status)(int, void *);
	} call;
};

/* The standard promises room for 32 handlers without allocation. */
static struct handler first_handlers[32];
static int n_first_handlers;
static struct handler *handlers;
static void (*quick_handlers[32])(void);
static int n_quick_handlers;

static struct handler *new_handler(enum kind kind, void *argument, void *owner)
{
	struct handler *h;
	if (n_first_handlers < 32) h = &first_handlers[n_first_handlers++];
	else if (!(h = malloc(sizeof *h))) return 0;
	h->kind = kind;
	h->argument = argument;
	h->owner = owner;
	h->next = handlers;
	handlers = h;
	return h;
}

int atexit(void (*f)(void))
{
	struct handler *h = new_handler(PLAIN, 0, 0);
	if (!h) return -1;
	h->call.plain = f;
	return 0;
}

int __cxa_atexit(void (*f)(void *), void *argument, void *owner)
{
	struct handler *h = new_handler(WITH_ARGUMENT, argument, owner);
	if (!h) return -1;
	h->call.with_argument = f;
	return 0;
}

int on_exit(void (*f)(int, void *), void *argument)
{
	struct handler *h = new_handler(WITH_STATUS, argument, 0);
	if (!h) return -1;
	h->call.with_status = f;
	return 0;
}

static void run_handlers(int status)
{
	struct handler *h;
	while ((h = handlers)) {
		handlers = h->next;
		switch (h->kind) {
		case PLAIN: h->call.plain(); break;
		case WITH_ARGUMENT: h->call.with_argument(h->argument); break;
		case WITH_STATUS: h->call.with_status(status, h->argument); break;
		}
	}
}

void __cxa_finalize(void *owner)
{
	if (!owner) run_handlers(0);
}

int at_quick_exit(void (*f)(void))
{
	if (n_quick_handlers == 32) return -1;
	quick_handlers[n_quick_handlers++] = f;
	return 0;
}

int __cxa_at_quick_exit(void (*f)(void), void *owner)
{
	return at_quick_exit(f);
}

_Noreturn void quick_exit(int status)
{
	while (n_quick_handlers) quick_handlers[--n_quick_handlers]();
	_Exit(status);
}

_Noreturn void exit(int status)
{
	run_handlers(status);
	__pl_run_dtors();
	__stdio_exit();
	_Exit(status);
}
