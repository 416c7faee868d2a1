/* Locales "C"/"POSIX" and "C.UTF-8", named and answered as glibc does. A locale
 * object begins with musl's categories and has glibc's character tables where
 * glibc's header reads them. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "locale_impl.h"

#define N_CATEGORIES 13
#define GNU_LC_ALL 6

struct gnu_locale {
	const struct __locale_map *category[N_CATEGORIES];
	const unsigned short *ctype_b;
	const int *tolower, *toupper;
	const char *names[N_CATEGORIES];
};

static const struct __locale_map utf8_map = { .name = "C.UTF-8" };
static const char c_name[] = "C";

#define C_NAMES { c_name, c_name, c_name, c_name, c_name, c_name, c_name, c_name, \
	c_name, c_name, c_name, c_name, c_name }
#define UTF8_NAMES { utf8_map.name, utf8_map.name, utf8_map.name, utf8_map.name, \
	utf8_map.name, utf8_map.name, utf8_map.name, utf8_map.name, utf8_map.name, \
	utf8_map.name, utf8_map.name, utf8_map.name, utf8_map.name }

struct gnu_locale __pl_global_locale = { .names = C_NAMES };
struct gnu_locale __pl_c_locale __asm__("__c_locale") = { .names = C_NAMES };
struct gnu_locale __pl_utf8_locale __asm__("__c_dot_utf8_locale") = {
	.category = { [LC_CTYPE] = &utf8_map }, .names = UTF8_NAMES,
};

const unsigned short **__ctype_b_loc(void);
const int **__ctype_tolower_loc(void), **__ctype_toupper_loc(void);

static void set_tables(struct gnu_locale *l)
{
	l->ctype_b = *__ctype_b_loc();
	l->tolower = *__ctype_tolower_loc();
	l->toupper = *__ctype_toupper_loc();
}

void __pl_init_locale(void)
{
	set_tables(&__pl_global_locale);
	set_tables(&__pl_c_locale);
	set_tables(&__pl_utf8_locale);
	__pl_self.locale = (locale_t)&__pl_global_locale;
}

static const char *const category_names[N_CATEGORIES] = {
	"LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES", "LC_ALL",
	"LC_PAPER", "LC_NAME", "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION",
};

/* The canonical object for a name: "C", or a name of the UTF-8 locale as the
 * program wrote it, or null when there is no such locale. */
static const char *known_name(const char *name, size_t n, int category)
{
	static const char *const spellings[] = { "C.UTF-8", "C.utf8", "C.UTF8", "C.utf-8" };
	char buf[16];
	if (!n) {
		if (!((name = getenv("LC_ALL")) && *name) && !((name = getenv(category_names[category])) && *name)
			&& !((name = getenv("LANG")) && *name))
			return c_name;
		n = strlen(name);
	}
	if (n >= sizeof buf) return 0;
	memcpy(buf, name, n);
	buf[n] = 0;
	if (!strcmp(buf, "C") || !strcmp(buf, "POSIX")) return c_name;
	for (int i = 0; i < 4; i++)
		if (!strcmp(buf, spellings[i])) return i ? spellings[i] : utf8_map.name;
	return 0;
}

static void assign(struct gnu_locale *l, int category, const char *name)
{
	l->names[category] = name;
	if (category == LC_CTYPE) l->category[category] = name == c_name ? 0 : &utf8_map;
}

/* Reads "LC_CTYPE=...;LC_NUMERIC=...". */
static int parse_composite(const char *name, const char *names[N_CATEGORIES])
{
	for (int i = 0; i < N_CATEGORIES; i++) names[i] = 0;
	while (*name) {
		const char *equals = strchr(name, '='), *end = strchrnul(name, ';');
		if (!equals || equals > end) return -1;
		int i = 0;
		while (i < N_CATEGORIES && (i == GNU_LC_ALL || strlen(category_names[i]) != (size_t)(equals - name)
			|| strncmp(category_names[i], name, equals - name))) i++;
		if (i == N_CATEGORIES || !(names[i] = known_name(equals + 1, end - equals - 1, i))) return -1;
		name = *end ? end + 1 : end;
	}
	for (int i = 0; i < N_CATEGORIES; i++)
		if (i != GNU_LC_ALL && !names[i]) return -1;
	return 0;
}

static char *composite_name(const struct gnu_locale *l)
{
	static char text[N_CATEGORIES * 32];
	char *p = text;
	int same = 1;
	for (int i = 1; i < N_CATEGORIES; i++)
		if (i != GNU_LC_ALL && strcmp(l->names[i], l->names[0])) same = 0;
	if (same) return (char *)l->names[0];
	for (int i = 0; i < N_CATEGORIES; i++)
		if (i != GNU_LC_ALL) p += sprintf(p, "%s%s=%s", i ? ";" : "", category_names[i], l->names[i]);
	return text;
}

char *setlocale(int category, const char *name)
{
	struct gnu_locale *l = &__pl_global_locale;
	if (category < 0 || category >= N_CATEGORIES) {
		errno = EINVAL;
		return 0;
	}
	if (category != GNU_LC_ALL) {
		if (name) {
			const char *known = known_name(name, strlen(name), category);
			if (!known) {
				errno = ENOENT;
				return 0;
			}
			assign(l, category, known);
		}
		return (char *)l->names[category];
	}
	if (name) {
		const char *names[N_CATEGORIES];
		if (strchr(name, ';')) {
			if (parse_composite(name, names)) return 0;
		} else for (int i = 0; i < N_CATEGORIES; i++) {
			names[i] = i == GNU_LC_ALL ? c_name : known_name(name, strlen(name), i);
			if (!names[i]) {
				errno = ENOENT;
				return 0;
			}
		}
		for (int i = 0; i < N_CATEGORIES; i++)
			if (i != GNU_LC_ALL) assign(l, i, names[i]);
	}
	return composite_name(l);
}

locale_t newlocale(int mask, const char *name, locale_t base)
{
	struct gnu_locale *l = (struct gnu_locale *)base, fresh = __pl_c_locale;
	if (!name || mask & ~0x1fbf) {
		errno = EINVAL;
		return 0;
	}
	if (l) fresh = *l;
	for (int i = 0; i < N_CATEGORIES; i++) {
		if (i == GNU_LC_ALL || !(mask & 1 << i)) continue;
		const char *known = known_name(name, strlen(name), i);
		if (!known) {
			errno = ENOENT;
			return 0;
		}
		assign(&fresh, i, known);
	}
	if (!l && !fresh.category[LC_CTYPE]) {
		int plain = 1;
		for (int i = 0; i < N_CATEGORIES; i++) plain &= fresh.names[i] == c_name || i == GNU_LC_ALL;
		if (plain) return (locale_t)&__pl_c_locale;
	}
	if (!l || l == &__pl_c_locale) l = malloc(sizeof *l);
	if (l) *l = fresh;
	return (locale_t)l;
}
weak_alias(newlocale, __newlocale);

locale_t duplocale(locale_t old)
{
	struct gnu_locale *l;
	if (old == LC_GLOBAL_LOCALE) old = (locale_t)&__pl_global_locale;
	if ((void *)old == &__pl_c_locale) return old;
	if ((l = malloc(sizeof *l))) *l = *(struct gnu_locale *)old;
	return (locale_t)l;
}
weak_alias(duplocale, __duplocale);

void freelocale(locale_t l)
{
	void *p = l;
	if (p && p != &__pl_c_locale && p != &__pl_utf8_locale && p != &__pl_global_locale) free(p);
}
weak_alias(freelocale, __freelocale);

locale_t uselocale(locale_t new)
{
	locale_t old = __pl_self.locale, global = (locale_t)&__pl_global_locale;
	if (new) __pl_self.locale = new == LC_GLOBAL_LOCALE ? global : new;
	return old == global ? LC_GLOBAL_LOCALE : old;
}
weak_alias(uselocale, __uselocale);

int __loc_is_allocated(locale_t l)
{
	return 0;
}

const char *__lctrans(const char *text, const struct __locale_map *l) { return text; }
const char *__lctrans_cur(const char *text) { return text; }

static const char *const time_texts[] = {
	"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat",
	"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
	"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
	"January", "February", "March", "April", "May", "June",
	"July", "August", "September", "October", "November", "December",
	"AM", "PM", "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p",
};

char *nl_langinfo_l(nl_item item, locale_t locale)
{
	const struct gnu_locale *l = (const struct gnu_locale *)locale;
	unsigned category = item >> 16, index = item & 0xffff;
	const char *text = "";
	if (item == CODESET) text = l->category[LC_CTYPE] ? "UTF-8" : "ANSI_X3.4-1968";
	else if (index == 0xffff && category < N_CATEGORIES) text = l->names[category];
	else if (category == LC_NUMERIC && index == 0) text = ".";
	else if (category == LC_TIME && index < sizeof time_texts / sizeof *time_texts) text = time_texts[index];
	else if (item == CRNCYSTR) text = "-";
	else if (item == YESEXPR) text = "^[yY]";
	else if (item == NOEXPR) text = "^[nN]";
	return (char *)text;
}
weak_alias(nl_langinfo_l, __nl_langinfo_l);

char *nl_langinfo(nl_item item)
{
	return nl_langinfo_l(item, CURRENT_LOCALE);
}
weak_alias(nl_langinfo, __nl_langinfo);

size_t __ctype_get_mb_cur_max(void)
{
	return CURRENT_UTF8 ? 6 : 1;
}

/* Messages are not translated. */
char *gettext(const char *id) { return (char *)id; }
char *dgettext(const char *domain, const char *id) { return (char *)id; }
char *dcgettext(const char *domain, const char *id, int category) { return (char *)id; }
char *ngettext(const char *one, const char *many, unsigned long n) { return (char *)(n == 1 ? one : many); }
char *dngettext(const char *domain, const char *one, const char *many, unsigned long n) { return ngettext(one, many, n); }
char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category) { return ngettext(one, many, n); }
char *__dcgettext(const char *domain, const char *id, int category) { return (char *)id; }
char *__gettextdomain(void) { return textdomain(0); }

char *textdomain(const char *domain)
{
	static char *current = "messages";
	if (domain) current = *domain ? strdup(domain) : "messages";
	return current;
}

struct binding {
	struct binding *next;
	char *domain, *directory, *codeset;
};

static struct binding *bindings;

static struct binding *binding_of(const char *domain)
{
	struct binding *b;
	if (!domain || !*domain) return 0;
	for (b = bindings; b; b = b->next)
		if (!strcmp(b->domain, domain)) return b;
	if ((b = calloc(1, sizeof *b))) {
		b->domain = strdup(domain);
		b->directory = "/usr/share/locale";
		b->next = bindings;
		bindings = b;
	}
	return b;
}

char *bindtextdomain(const char *domain, const char *directory)
{
	struct binding *b = binding_of(domain);
	if (!b) return 0;
	if (directory) b->directory = strdup(directory);
	return b->directory;
}

char *bind_textdomain_codeset(const char *domain, const char *codeset)
{
	struct binding *b = binding_of(domain);
	if (!b) return 0;
	if (codeset) b->codeset = strdup(codeset);
	return b->codeset;
}
