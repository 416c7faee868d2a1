//@ cflags: -fno-builtin
/* Byte order, byte swapping, addresses as text, device numbers. */
#include "check.h"
#include <arpa/inet.h>
#include <byteswap.h>
#include <endian.h>
#include <netinet/ether.h>
#include <string.h>
#include <sys/sysmacros.h>

int main(void) {
    static const unsigned long long values[] = {0, 1, 0x1234, 0x12345678, 0x123456789abcdef0ULL, ~0ULL};
    for (size_t i = 0; i < COUNT(values); i++) {
        unsigned long long v = values[i];
        arg_hex(v); HEX(htons, ((uint16_t)v)); arg_hex(v); HEX(ntohs, ((uint16_t)v)); arg_hex(v); HEX(htonl, ((uint32_t)v)); arg_hex(v); HEX(ntohl, ((uint32_t)v));
        arg_hex(v); MACRO(bswap_16, ((uint16_t)v)); arg_hex(v); MACRO(bswap_32, ((uint32_t)v)); arg_hex(v); MACRO(bswap_64, (v));
        arg_hex(v); MACRO(htobe16, ((uint16_t)v)); arg_hex(v); MACRO(htobe32, ((uint32_t)v)); arg_hex(v); MACRO(htobe64, (v)); arg_hex(v); MACRO(htole64, (v)); arg_hex(v); MACRO(be64toh, (v)); arg_hex(v); MACRO(le32toh, ((uint32_t)v));
        arg_hex(v); HEX(gnu_dev_makedev, ((unsigned)(v >> 32), (unsigned)v)); arg_hex(v); HEX(gnu_dev_major, (v)); arg_hex(v); HEX(gnu_dev_minor, (v));
    }
    static const char *const texts[] = {"", "1.2.3.4", "255.255.255.255", "256.1.1.1", "1.2.3", "1.2", "1", "0x7f.1", "010.1.1.1", "1.2.3.4.5", "1.2.3.4 ", " 1.2.3.4", "a.b.c.d", "4294967295", "4294967296", "127.0.0.1x", "::", "::1", "1::2", "2001:db8::ff00:42:8329", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:9", "12345::", ":::", "1::2::3", "fe80::1%1"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct in_addr a = {0x55555555};
        unsigned char b6[16];
        memset(b6, 0x55, 16);
        arg_str(texts[i]); BOOL(inet_aton, (texts[i], &a)); bytes(&a, 4);
        arg_str(texts[i]); HEX(inet_addr, (texts[i]));
        arg_str(texts[i]); HEX(inet_network, (texts[i]));
        a.s_addr = 0x55555555;
        arg_str(texts[i]); INT(inet_pton, (AF_INET, texts[i], &a)); bytes(&a, 4);
        arg_str(texts[i]); BOOL(inet_pton, (AF_INET6, texts[i], b6));
        if (inet_pton(AF_INET6, texts[i], b6) == 1) {
            char b[INET6_ADDRSTRLEN];
            bytes(b6, 16);
            arg_str(texts[i]); STR(inet_ntop, (AF_INET6, b6, b, sizeof b));
        }
    }
    struct in_addr a = {htonl(0xc0a80a01)};
    char b[32];
    STR(inet_ntoa, (a)); STR(inet_ntop, (AF_INET, &a, b, sizeof b)); STR(inet_ntop, (AF_INET, &a, b, 5)); STR(inet_ntop, (77, &a, b, 32)); INT(inet_pton, (77, "1", &a));
    HEX(inet_netof, (a)); HEX(inet_lnaof, (a));
    struct in_addr made = inet_makeaddr(10, 5);
    line_open("inet_makeaddr", "(10, 5)"); bytes(&made, 4);
    struct ether_addr *e = ether_aton("1:2:3:a:B:ff");
    line_open("ether_aton", "(\"1:2:3:a:B:ff\")"); bytes(e, 6);
    STR(ether_ntoa, (e)); PTR(ether_aton, ("1:2:3"), NULL);
    return done();
}
