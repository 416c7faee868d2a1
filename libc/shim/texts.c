/* Texts of errors and signals, as glibc words them. */
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <features.h>

#define N_ERRORS 134
#define N_SIGNALS 65

#define ERRORS(number, name, text) [number] = text,
const char *const _sys_errlist_internal[N_ERRORS] = {
#include "texts.h"
};
#undef ERRORS
#define ERRORS(number, name, text) [number] = #name,
static const char *const error_names[N_ERRORS] = {
#include "texts.h"
};
#undef ERRORS
#define SIGNALS(number, name, text) [number] = text,
const char *const _sys_siglist[N_SIGNALS] = {
#include "texts.h"
};
#undef SIGNALS
#define SIGNALS(number, name, text) [number] = #name,
static const char *const signal_names[N_SIGNALS] = {
#include "texts.h"
};

const char *strerrordesc_np(int e)
{
	return e >= 0 && e < N_ERRORS ? _sys_errlist_internal[e] : 0;
}

const char *strerrorname_np(int e)
{
	if (e == 0) return "0";
	return e > 0 && e < N_ERRORS ? error_names[e] : 0;
}

const char *sigdescr_np(int s)
{
	return s > 0 && s < N_SIGNALS ? _sys_siglist[s] : 0;
}

const char *sigabbrev_np(int s)
{
	return s > 0 && s < N_SIGNALS ? signal_names[s] : 0;
}

char *strerror(int e)
{
	static char unknown[40];
	const char *known = strerrordesc_np(e);
	if (known) return (char *)known;
	snprintf(unknown, sizeof unknown, "Unknown error %d", e);
	errno = EINVAL;
	return unknown;
}

char *strerror_l(int e, locale_t locale) { return strerror(e); }
char *__strerror_l(int e, locale_t locale) { return strerror(e); }

/* The GNU variant returns a text that need not be in the buffer. The other
 * variant goes by the name that glibc's headers give it. */
char *__pl_gnu_strerror_r(int e, char *buf, size_t n) __asm__("strerror_r");
char *__pl_gnu_strerror_r(int e, char *buf, size_t n)
{
	const char *known = strerrordesc_np(e);
	if (known) return (char *)known;
	snprintf(buf, n, "Unknown error %d", e);
	return buf;
}

int __xpg_strerror_r(int e, char *buf, size_t n)
{
	char unknown[40];
	const char *text = strerrordesc_np(e);
	int result = 0;
	if (!text) {
		snprintf(unknown, sizeof unknown, "Unknown error %d", e);
		text = unknown;
		result = EINVAL;
	}
	size_t length = strlen(text);
	if (length >= n) {
		if (!result) result = ERANGE;
		length = n ? n - 1 : 0;
	}
	if (n) {
		memcpy(buf, text, length);
		buf[length] = 0;
	}
	return result;
}

char *strsignal(int s)
{
	static char text[40];
	const char *known = sigdescr_np(s);
	if (known) return (char *)known;
	if (s >= 34 && s < 65) snprintf(text, sizeof text, "Real-time signal %d", s - 34);
	else snprintf(text, sizeof text, "Unknown signal %d", s);
	return text;
}

void psignal(int s, const char *prefix)
{
	const char *known = sigdescr_np(s), *colon = prefix && *prefix ? ": " : "";
	if (!*colon) prefix = "";
	if (known) fprintf(stderr, "%s%s%s\n", prefix, colon, known);
	else fprintf(stderr, "%s%sUnknown signal %d\n", prefix, colon, s);
}

void psiginfo(const siginfo_t *info, const char *prefix)
{
	psignal(info->si_signo, prefix);
}

const char *gai_strerror(int code)
{
	switch (code) {
	case -1: return "Bad value for ai_flags";
	case -2: return "Name or service not known";
	case -3: return "Temporary failure in name resolution";
	case -4: return "Non-recoverable failure in name resolution";
	case -5: return "No address associated with hostname";
	case -6: return "ai_family not supported";
	case -7: return "ai_socktype not supported";
	case -8: return "Servname not supported for ai_socktype";
	case -9: return "Address family for hostname not supported";
	case -10: return "Memory allocation failure";
	case -11: return "System error";
	case -100: return "Processing request in progress";
	case -101: return "Request canceled";
	case -102: return "Request not canceled";
	case -103: return "All requests done";
	case -104: return "Interrupted by a signal";
	case -105: return "Parameter string not correctly encoded";
	}
	return "Unknown error";
}

const char *hstrerror(int code)
{
	static const char *const texts[] = {
		"Resolver Error 0 (no error)", "Unknown host", "Host name lookup failure",
		"Unknown server error", "No address associated with name",
	};
	if (code < 0) return "Resolver internal error";
	return code < 5 ? texts[code] : "Unknown resolver error";
}
