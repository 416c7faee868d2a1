//@ cflags: -fno-builtin
/* Anonymous and file mappings, and advice about them. */
#include "check.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define MAPPED(f, args) do { errno = 0; void *p_ = (f) args; int e_ = errno; line_open(#f, #args); put_text(p_ == MAP_FAILED ? "MAP_FAILED" : "mapped"); tail_errno_if(p_ == MAP_FAILED, e_); map = p_; } while (0)

int main(void) {
    char *map;
    MAPPED(mmap, (NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)); also("aligned", (uintptr_t)map % 4096 == 0); bytes(map, 4);
    memcpy(map + 4096, "page", 5);
    SYS(mprotect, (map, 4096, PROT_READ)); SYS(mprotect, (map + 1, 10, PROT_READ)); SYS(madvise, (map, 8192, MADV_NORMAL)); SYS(madvise, (map, 8192, 9999)); CODE(posix_madvise, (map, 8192, POSIX_MADV_NORMAL)); SYS(msync, (map, 8192, MS_SYNC)); SYS(msync, (map, 8192, 77));
    SYS(munmap, (map, 8192)); SYS(munmap, (map + 1, 10)); SYS(munmap, (map, 0));
    MAPPED(mmap, (NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)); MAPPED(mmap, (NULL, 4096, PROT_READ, MAP_ANONYMOUS, -1, 0)); MAPPED(mmap, (NULL, 4096, PROT_READ, MAP_PRIVATE, -1, 0)); MAPPED(mmap, (NULL, 4096, PROT_READ, MAP_PRIVATE, 999, 0));
    int fd = open("m", O_RDWR | O_CREAT | O_TRUNC, 0600);
    write(fd, "mapped file", 11);
    MAPPED(mmap, (NULL, 11, PROT_READ, MAP_PRIVATE, fd, 1)); MAPPED(mmap64, (NULL, 11, PROT_READ, MAP_PRIVATE, fd, 0)); bytes(map, 12);
    MAPPED(mmap, (NULL, 11, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0)); map[0] = 'M'; char c = 0; pread(fd, &c, 1, 0); also("file", c);
    SYS(munmap, (map, 11));
    MAPPED(mmap, (NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)); strcpy(map, "keep");
    MAPPED(mremap, (map, 4096, 16384, MREMAP_MAYMOVE)); also_str("text", map);
    return done();
}
