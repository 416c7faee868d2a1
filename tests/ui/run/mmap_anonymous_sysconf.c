// Anonymous mmap, private and shared, page size and other limits.
//@ cflags: -D_GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    size_t n = 1 << 20;
    unsigned char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    printf("%d %d\n", p != MAP_FAILED, (uintptr_t)p % 4096 == 0);
    int dirty = 0;
    for (size_t i = 0; i < n; i += 512) dirty += p[i] != 0;
    printf("%d\n", dirty);
    memset(p, 0x5a, n);
    unsigned long s = 0;
    for (size_t i = 0; i < n; i += 97) s += p[i];
    printf("%lu\n", s);
    printf("%d\n", munmap(p, n));
    int *q = mmap(NULL, 100 * sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 100; i++) q[i] = i * i;
    printf("%d ", q[99]);
    printf("%d\n", munmap(q, 100 * sizeof(int)));
    printf("%ld %d\n", sysconf(_SC_PAGESIZE), getpagesize());
    printf("%d %d\n", sysconf(_SC_OPEN_MAX) > 10, sysconf(_SC_NPROCESSORS_ONLN) >= 1);
    printf("%d %d\n", getpid() > 0, isatty(99));
    return 0;
}
