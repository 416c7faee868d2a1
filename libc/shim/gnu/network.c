/* Addresses as text: glibc's answers in the corners (what follows an address, what
 * is stored when the text is wrong), and class-based addresses in network order. */
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <netinet/ether.h>

/* One to four numbers in C's notation; the last one fills the remaining bytes. */
int inet_aton(const char *s, struct in_addr *address)
{
	unsigned long parts[4];
	int n = 0;
	for (;;) {
		char *end;
		int saved = errno;
		if (!isdigit((unsigned char)*s) || n == 4) return 0;
		errno = 0;
		parts[n] = strtoul(s, &end, 0);
		int overflow = errno == ERANGE || parts[n] > 0xffffffff;
		errno = saved;
		if (overflow) return 0;
		n++;
		s = end;
		if (*s != '.') break;
		s++;
	}
	if (*s && !isspace((unsigned char)*s)) return 0;
	unsigned value = 0;
	for (int i = 0; i < n - 1; i++) {
		if (parts[i] > 0xff) return 0;
		value |= parts[i] << (24 - 8 * i);
	}
	if (n > 1 && parts[n - 1] >> (40 - 8 * n)) return 0;
	if (address) address->s_addr = htonl(value | parts[n - 1]);
	return 1;
}
int __inet_aton(const char *s, struct in_addr *address) { return inet_aton(s, address); }

in_addr_t inet_addr(const char *s)
{
	struct in_addr address;
	return inet_aton(s, &address) ? address.s_addr : INADDR_NONE;
}

/* Every number is one byte, the last one the lowest. */
in_addr_t inet_network(const char *s)
{
	in_addr_t parts[4], value = 0;
	int n = 0;
	for (;;) {
		in_addr_t part = 0;
		int base = 10, n_digits = 0;
		if (*s == '0') {
			n_digits = 1;
			base = 8;
			s++;
		}
		if (base == 8 && (*s | 32) == 'x') {
			n_digits = 0;
			base = 16;
			s++;
		}
		for (;; s++, n_digits = 1) {
			int digit = *s >= '0' && *s <= '9' ? *s - '0' : base == 16 && isxdigit((unsigned char)*s) ? (*s | 32) - 'a' + 10 : 99;
			if (base == 8 && digit > 7 && digit < 10) return INADDR_NONE;
			if (digit >= base) break;
			part = part * base + digit;
		}
		if (!n_digits || n == 4 || part > 0xff) return INADDR_NONE;
		parts[n++] = part;
		if (*s != '.') break;
		s++;
	}
	while (isspace((unsigned char)*s)) s++;
	if (*s) return INADDR_NONE;
	for (int i = 0; i < n; i++) value = value << 8 | parts[i];
	return value;
}

/* musl's parser stores what it has read before it finds a mistake. */
int __pl_musl_inet_pton(int, const char *restrict, void *restrict);
int inet_pton(int family, const char *restrict s, void *restrict to)
{
	unsigned char bytes[16];
	int result = __pl_musl_inet_pton(family, s, bytes);
	if (result == 1) memcpy(to, bytes, family == AF_INET ? 4 : 16);
	return result;
}

in_addr_t inet_netof(struct in_addr address)
{
	in_addr_t a = ntohl(address.s_addr);
	return IN_CLASSA(a) ? a >> 24 : IN_CLASSB(a) ? a >> 16 : a >> 8;
}
in_addr_t inet_lnaof(struct in_addr address)
{
	in_addr_t a = ntohl(address.s_addr);
	return a & (IN_CLASSA(a) ? IN_CLASSA_HOST : IN_CLASSB(a) ? IN_CLASSB_HOST : IN_CLASSC_HOST);
}
struct in_addr inet_makeaddr(in_addr_t net, in_addr_t host)
{
	in_addr_t a = net < 128 ? net << 24 | (host & IN_CLASSA_HOST)
		: net < 65536 ? net << 16 | (host & IN_CLASSB_HOST)
		: net < 16777216 ? net << 8 | (host & IN_CLASSC_HOST) : net | host;
	return (struct in_addr){ htonl(a) };
}

char *ether_ntoa_r(const struct ether_addr *a, char *s)
{
	const unsigned char *b = a->ether_addr_octet;
	sprintf(s, "%x:%x:%x:%x:%x:%x", b[0], b[1], b[2], b[3], b[4], b[5]);
	return s;
}
char *ether_ntoa(const struct ether_addr *a)
{
	static char text[18];
	return ether_ntoa_r(a, text);
}
