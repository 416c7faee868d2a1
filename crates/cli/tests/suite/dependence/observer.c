/* What instrumented programs call: finds out which place stored what another one loads, and which
   branch decided about a block. Pairs go to a file that is mapped, so that nothing is lost however the
   program ends. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <malloc.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Made for each program: where pairs go, and for each block the blocks that decide about it. */
extern const char dep_output[];
extern const int *const *const dep_deciders[];
extern const int dep_n_blocks[];
extern const int *const dep_block_places[], *const dep_branch_places[];

enum { PAGE = 4096, N_PAGES = 1 << 16, N_PAIRS = 1 << 20 };

struct frame {
    int function, call;
    uint64_t stamps[];
};

static uint64_t *pairs;
static struct { uintptr_t number; uint32_t *stored; } pages[N_PAGES];
static int pending_call;
static uint64_t now;

static void *zeroes(size_t size) {
    return mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

__attribute__((constructor(101))) static void start(void) {
    int file = open(dep_output, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || ftruncate(file, N_PAIRS * sizeof *pairs) != 0) _exit(99);
    pairs = mmap(0, N_PAIRS * sizeof *pairs, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
}

static void record(uint32_t from, uint32_t to) {
    uint64_t pair = (uint64_t)from << 32 | to;
    if (!from || !to || !pairs) return;
    for (uint64_t at = pair * 0x9E3779B97F4A7C15u >> 44;; at++) {
        uint64_t *place = &pairs[at % N_PAIRS];
        if (*place == pair) return;
        if (!*place) { *place = pair; return; }
    }
}

/* What was stored at an address; 0 without `make` if nothing was stored near it. */
static uint32_t *shadow(uintptr_t address, int make) {
    uintptr_t number = address / PAGE + 1;
    for (uintptr_t at = number * 0x9E3779B97F4A7C15u >> 48;; at++) {
        uintptr_t slot = at % N_PAGES;
        if (pages[slot].number == number) return &pages[slot].stored[address % PAGE];
        if (!pages[slot].number) {
            if (!make) return 0;
            pages[slot].number = number;
            pages[slot].stored = zeroes(PAGE * sizeof(uint32_t));
            return &pages[slot].stored[address % PAGE];
        }
    }
}

static void set(uintptr_t address, uint64_t size, uint32_t place) {
    for (uint64_t n = 0; n < size; n++) {
        uint32_t *stored = shadow(address + n, place != 0);
        if (stored) *stored = place;
    }
}

void dep_store(void *address, uint64_t size, int place) { set((uintptr_t)address, size, place); }

void dep_load(void *address, uint64_t size, int place) {
    for (uint64_t n = 0; n < size; n++) {
        uint32_t *stored = shadow((uintptr_t)address + n, 0);
        if (stored) record(*stored, place);
    }
}

/* New memory: what was there before is not seen any more. */
void dep_clear(void *address, uint64_t size, uint64_t n) { set((uintptr_t)address, size * n, 0); }

/* The list itself is stored by the place; the arguments were stored by nobody that is seen. */
void dep_va_start(char *list, int place) {
    uintptr_t overflow, saved;
    dep_store(list, 24, place);
    memcpy(&overflow, list + 8, 8);
    memcpy(&saved, list + 16, 8);
    set(overflow, 128, 0);
    set(saved, 176, 0);
}

void dep_call(int place) { pending_call = place; }

struct frame *dep_enter(int function) {
    size_t size = sizeof(struct frame) + dep_n_blocks[function] * sizeof(uint64_t);
    extern void *__real_calloc(size_t, size_t);
    struct frame *frame = __real_calloc(1, size);
    frame->function = function;
    frame->call = pending_call;
    return frame;
}

/* A parameter's variable, or a structure that is passed: the call stored it. */
void dep_store_parameter(struct frame *frame, void *address, uint64_t size) {
    set((uintptr_t)address, size, frame->call);
}

void dep_leave(struct frame *frame) {
    extern void __real_free(void *);
    pending_call = frame->call;
    __real_free(frame);
}

void dep_block(struct frame *frame, int block) {
    const int *decider = dep_deciders[frame->function][block];
    int latest = -1;
    for (; *decider >= 0; decider++)
        if (frame->stamps[*decider] && (latest < 0 || frame->stamps[*decider] > frame->stamps[latest]))
            latest = *decider;
    if (latest >= 0)
        record(dep_branch_places[frame->function][latest], dep_block_places[frame->function][block]);
    frame->stamps[block] = ++now;
}

/* The same address is another object after it was freed. */
extern void *__real_malloc(size_t), *__real_calloc(size_t, size_t), *__real_realloc(void *, size_t);
extern void __real_free(void *);

void *__wrap_malloc(size_t size) {
    void *made = __real_malloc(size);
    if (made) set((uintptr_t)made, malloc_usable_size(made), 0);
    return made;
}

void *__wrap_calloc(size_t n, size_t size) {
    void *made = __real_calloc(n, size);
    if (made) set((uintptr_t)made, malloc_usable_size(made), 0);
    return made;
}

void __wrap_free(void *gone) {
    if (gone) set((uintptr_t)gone, malloc_usable_size(gone), 0);
    __real_free(gone);
}

/* Contents move with what is known of them. */
void *__wrap_realloc(void *old, size_t size) {
    size_t kept = old ? malloc_usable_size(old) : 0;
    uint32_t *stored = zeroes((kept + 1) * sizeof *stored);
    for (size_t n = 0; n < kept; n++) {
        uint32_t *at = shadow((uintptr_t)old + n, 0);
        stored[n] = at ? *at : 0;
    }
    uintptr_t address = (uintptr_t)old;
    void *made = __real_realloc(old, size);
    if (made) {
        set(address, kept, 0);
        size_t now_size = malloc_usable_size(made);
        set((uintptr_t)made, now_size, 0);
        for (size_t n = 0; n < kept && n < now_size; n++)
            if (stored[n]) set((uintptr_t)made + n, 1, stored[n]);
    }
    munmap(stored, (kept + 1) * sizeof *stored);
    return made;
}
