// Keeps the last bytes of its input in a ring. One of four changes, in what is kept, reaches
// beyond the ring by itself; the others are executed with it or not.
//@ options: --sym-stdin 4
//@ alphabet: ap.
//@ interaction: none
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
    ring->next = ring->next < SIZE ? ring->next + 1 : 0; //~ C1
    if (ring->n < SIZE)
        ring->n++;
}

static void print(const struct ring *ring) {
    printf("%d of %d:", ring->n, SIZE); //~ C2
    for (int n = 0; n < ring->n; n++)
        putchar(ring->bytes[n]);
    putchar('\n');
}

static void clear(struct ring *ring) {
    ring->next = 0;
    for (ring->n = 0; ring->next; ring->next--) //~ C3
        ; //~ C3
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
    puts("the end"); //~ C4
    free(ring.bytes);
    return 0;
}
