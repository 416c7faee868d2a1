// A packet has a length of one byte. Units are twice as long now, and the header is longer; only
// with both can the length wrap around.
//@ options: --sym-arg 1
//@ alphabet: 0189abcdefx
//@ interaction: 25 29
//@ args: f
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct packet {
    uint8_t length;
    int body;
    uint8_t *bytes;
};

static int units_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int body_of(int units) {
    return 16 * units; //~ C1
}

static int header_of(void) {
    return 32; //~ C2
}

static int make(struct packet *packet, int units) {
    packet->body = body_of(units);
    packet->length = (uint8_t)(header_of() + packet->body);
    packet->bytes = malloc(packet->length + 1);
    if (!packet->bytes)
        return 0;
    memset(packet->bytes, 0xab, packet->body);
    packet->bytes[packet->length] = 0;
    return 1;
}

int main(int argc, char **argv) {
    struct packet packet;
    int units = argc == 2 ? units_of(argv[1][0]) : -1;
    if (units < 0 || !make(&packet, units))
        return 1;
    printf("%d of %d\n", packet.body, packet.length);
    free(packet.bytes);
    return 0;
}
