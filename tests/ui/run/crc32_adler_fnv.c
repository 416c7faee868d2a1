// CRC-32 by table and by bit, CRC-16, Adler-32, Fletcher, FNV and murmur-like hashes.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];
static void build(void) { for (uint32_t i = 0; i < 256; i++) { uint32_t c = i; for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1; table[i] = c; } }
static uint32_t crc(const uint8_t *p, size_t n) { uint32_t c = ~0u; while (n--) c = table[(c ^ *p++) & 255] ^ c >> 8; return ~c; }
static uint32_t crc_bits(const uint8_t *p, size_t n) { uint32_t c = ~0u; while (n--) { c ^= *p++; for (int k = 0; k < 8; k++) c = c >> 1 ^ (0xedb88320u & -(c & 1)); } return ~c; }
static uint16_t crc16(const uint8_t *p, size_t n) { uint16_t c = 0xffff; while (n--) { c ^= (uint16_t)(*p++ << 8); for (int k = 0; k < 8; k++) c = (uint16_t)(c & 0x8000 ? c << 1 ^ 0x1021 : c << 1); } return c; }
static uint32_t adler(const uint8_t *p, size_t n) { uint32_t a = 1, b = 0; while (n--) { a = (a + *p++) % 65521; b = (b + a) % 65521; } return b << 16 | a; }
static uint16_t fletcher(const uint8_t *p, size_t n) { uint16_t a = 0, b = 0; while (n--) { a = (uint16_t)((a + *p++) % 255); b = (uint16_t)((b + a) % 255); } return (uint16_t)(b << 8 | a); }
static uint64_t fnv(const uint8_t *p, size_t n) { uint64_t h = 0xcbf29ce484222325ULL; while (n--) h = (h ^ *p++) * 0x100000001b3ULL; return h; }
static uint32_t mix(uint32_t h) { h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u; h ^= h >> 16; return h; }

int main(void) {
    build();
    const char *t[] = { "", "a", "123456789", "The quick brown fox jumps over the lazy dog", "\xff\xfe\x80 binary \x01" };
    for (int i = 0; i < 5; i++) {
        const uint8_t *p = (const uint8_t *)t[i];
        size_t n = strlen(t[i]);
        printf("%08x %d %04x %08x %04x %016llx %08x\n", crc(p, n), crc(p, n) == crc_bits(p, n), crc16(p, n), adler(p, n), fletcher(p, n), (unsigned long long)fnv(p, n), mix(crc(p, n)));
    }
    static uint8_t big[100000];
    for (size_t i = 0; i < sizeof big; i++) big[i] = (uint8_t)(i * i >> 3);
    printf("%08x %08x %016llx\n", crc(big, sizeof big), adler(big, sizeof big), (unsigned long long)fnv(big, sizeof big));
    return 0;
}
