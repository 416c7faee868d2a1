/* Vectors of strings in one block (argz) and environments in the same form (envz). */
#include <argz.h>
#include <envz.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

error_t argz_create(char *const argv[], char **argz, size_t *length)
{
	size_t n = 0;
	for (char *const *a = argv; *a; a++) n += strlen(*a) + 1;
	*argz = 0;
	*length = n;
	if (!n) return 0;
	char *p = *argz = malloc(n);
	if (!p) return ENOMEM;
	for (char *const *a = argv; *a; a++) p = stpcpy(p, *a) + 1;
	return 0;
}

error_t argz_create_sep(const char *restrict text, int separator, char **restrict argz, size_t *restrict length)
{
	size_t n = strlen(text) + 1;
	*argz = 0;
	*length = 0;
	if (n == 1) return 0;
	char *p = *argz = malloc(n);
	if (!p) return ENOMEM;
	/* Runs of separators count once, and none begins or ends the vector. */
	for (const char *s = text; *s; s++)
		if (*s != separator) *p++ = *s;
		else if (p > *argz && p[-1]) *p++ = 0;
	if (p > *argz && p[-1]) *p++ = 0;
	*length = p - *argz;
	if (!*length) {
		free(*argz);
		*argz = 0;
	}
	return 0;
}

size_t argz_count(const char *argz, size_t length)
{
	size_t n = 0;
	for (size_t i = 0; i < length; i += strlen(argz + i) + 1) n++;
	return n;
}
size_t __argz_count(const char *argz, size_t length) { return argz_count(argz, length); }

void argz_extract(const char *restrict argz, size_t length, char **restrict argv)
{
	for (size_t i = 0; i < length; i += strlen(argz + i) + 1) *argv++ = (char *)argz + i;
	*argv = 0;
}

void argz_stringify(char *argz, size_t length, int separator)
{
	if (length) for (size_t i = 0; i + 1 < length; i++) if (!argz[i]) argz[i] = separator;
}
void __argz_stringify(char *argz, size_t length, int separator) { argz_stringify(argz, length, separator); }

error_t argz_append(char **restrict argz, size_t *restrict length, const char *restrict text, size_t n)
{
	if (!n) return 0;
	char *grown = realloc(*argz, *length + n);
	if (!grown) return ENOMEM;
	memcpy(grown + *length, text, n);
	*argz = grown;
	*length += n;
	return 0;
}

error_t argz_add(char **restrict argz, size_t *restrict length, const char *restrict text)
{
	return argz_append(argz, length, text, strlen(text) + 1);
}

error_t argz_add_sep(char **restrict argz, size_t *restrict length, const char *restrict text, int separator)
{
	char *more;
	size_t n;
	error_t error = argz_create_sep(text, separator, &more, &n);
	if (!error && n) error = argz_append(argz, length, more, n);
	free(more);
	return error;
}

char *argz_next(const char *restrict argz, size_t length, const char *restrict entry)
{
	if (!entry) return length ? (char *)argz : 0;
	entry += strlen(entry) + 1;
	return entry < argz + length ? (char *)entry : 0;
}
char *__argz_next(const char *argz, size_t length, const char *entry) { return argz_next(argz, length, entry); }

void argz_delete(char **restrict argz, size_t *restrict length, char *restrict entry)
{
	if (!entry) return;
	size_t n = strlen(entry) + 1;
	*length -= n;
	memmove(entry, entry + n, *length - (entry - *argz));
	if (!*length) {
		free(*argz);
		*argz = 0;
	}
}

error_t argz_insert(char **restrict argz, size_t *restrict length, char *restrict before, const char *restrict entry)
{
	if (!before) return argz_add(argz, length, entry);
	if (before < *argz || before >= *argz + *length) return EINVAL;
	while (before > *argz && before[-1]) before--;
	size_t at = before - *argz, n = strlen(entry) + 1;
	char *grown = realloc(*argz, *length + n);
	if (!grown) return ENOMEM;
	memmove(grown + at + n, grown + at, *length - at);
	memcpy(grown + at, entry, n);
	*argz = grown;
	*length += n;
	return 0;
}

error_t argz_replace(char **restrict argz, size_t *restrict length, const char *restrict old, const char *restrict new,
	unsigned *restrict count)
{
	char *result = 0;
	size_t n = 0, n_old = strlen(old);
	if (!n_old) return 0;
	for (char *entry = 0; (entry = argz_next(*argz, *length, entry));) {
		char *line = 0;
		size_t n_line = 0;
		error_t error = 0;
		const char *p = entry, *hit;
		while (!error && (hit = strstr(p, old))) {
			error = argz_append(&line, &n_line, p, hit - p);
			if (!error) error = argz_append(&line, &n_line, new, strlen(new));
			p = hit + n_old;
			if (count) ++*count;
		}
		if (!error) error = argz_append(&line, &n_line, p, strlen(p) + 1);
		if (!error) error = argz_append(&result, &n, line, n_line);
		free(line);
		if (error) {
			free(result);
			return error;
		}
	}
	free(*argz);
	*argz = result;
	*length = n;
	return 0;
}

char *envz_entry(const char *restrict envz, size_t length, const char *restrict name)
{
	size_t n = strcspn(name, "=");
	for (char *e = 0; (e = argz_next(envz, length, e));)
		if (!strncmp(e, name, n) && (!e[n] || e[n] == '=')) return e;
	return 0;
}

char *envz_get(const char *restrict envz, size_t length, const char *restrict name)
{
	char *e = envz_entry(envz, length, name);
	if (!e) return 0;
	e += strcspn(e, "=");
	return *e ? e + 1 : 0;
}

void envz_remove(char **restrict envz, size_t *restrict length, const char *restrict name)
{
	argz_delete(envz, length, envz_entry(*envz, *length, name));
}

error_t envz_add(char **restrict envz, size_t *restrict length, const char *restrict name, const char *restrict value)
{
	envz_remove(envz, length, name);
	if (!value) return argz_add(envz, length, name);
	error_t error = argz_append(envz, length, name, strlen(name));
	if (!error) error = argz_append(envz, length, "=", 1);
	return error ? error : argz_add(envz, length, value);
}

error_t envz_merge(char **restrict envz, size_t *restrict length, const char *restrict other, size_t n, int override)
{
	error_t error = 0;
	for (char *e = 0; !error && (e = argz_next(other, n, e));) {
		char *old = envz_entry(*envz, *length, e);
		if (old && !override) continue;
		argz_delete(envz, length, old);
		error = argz_add(envz, length, e);
	}
	return error;
}

void envz_strip(char **restrict envz, size_t *restrict length)
{
	for (char *e = *envz; e && e < *envz + *length;) {
		if (strchr(e, '=')) e += strlen(e) + 1;
		else argz_delete(envz, length, e);
	}
}
