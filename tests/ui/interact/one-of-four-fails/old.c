#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 3 };

struct ring {
    char *bytes;
    int next;
    int n;
};

static void put(struct ring *ring, char c) {
    ring->bytes[ring->next] = c;
    ring->next = (ring->next + 1) % SIZE;
    if (ring->n < SIZE)
        ring->n++;
}

static void print(const struct ring *ring) {
    printf("%d:", ring->n);
    for (int n = 0; n < ring->n; n++)
        putchar(ring->bytes[n]);
    putchar('\n');
}

static void clear(struct ring *ring) {
    ring->next = 0;
    ring->n = 0;
}

int main(void) {
    struct ring ring = {malloc(SIZE), 0, 0};
    if (!ring.bytes)
        return 3;
    for (int c = getchar(); c != EOF; c = getchar()) {
        if (c == 'p')
            print(&ring);
        else if (c == '.')
            clear(&ring);
        else
            put(&ring, (char)c);
    }
    puts("end");
    free(ring.bytes);
    return 0;
}
