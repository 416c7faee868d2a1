// Writes to a page that was unmapped from the middle of a mapping.
#include <sys/mman.h>
int main(void) {
    char *p = mmap(0, 4 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(p + 4096, 4096);
    p[0] = 1;
    p[4095] = 2;
    p[2 * 4096] = p[0] + p[4095];
    p[4 * 4096 - 1] = 4;
    p[2 * 4096 - 1] = 5; //~ use-after-free object=mapping
    return 0;
}
