//@ cflags: -fno-builtin
/* Attributes of processes to be spawned, file actions and CPU sets: objects in memory only, nothing is started. */
#include "check.h"
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    posix_spawnattr_t a;
    posix_spawn_file_actions_t f;
    short flags = -1;
    pid_t group = -1;
    sigset_t set;
    struct sched_param param = {-1};
    sigemptyset(&set); sigaddset(&set, SIGUSR1);
    CODE(posix_spawnattr_init, (&a)); CODE(posix_spawnattr_setflags, (&a, POSIX_SPAWN_SETPGROUP)); CODE(posix_spawnattr_getflags, (&a, &flags)); also("flags", flags); CODE(posix_spawnattr_setflags, (&a, 0x4000));
    CODE(posix_spawnattr_setpgroup, (&a, 7)); CODE(posix_spawnattr_getpgroup, (&a, &group)); also("group", group); CODE(posix_spawnattr_setsigmask, (&a, &set)); sigemptyset(&set); CODE(posix_spawnattr_getsigmask, (&a, &set)); also("usr1", sigismember(&set, SIGUSR1)); CODE(posix_spawnattr_setsigdefault, (&a, &set)); CODE(posix_spawnattr_getsigdefault, (&a, &set)); also("usr1", sigismember(&set, SIGUSR1));
    CODE(posix_spawnattr_destroy, (&a)); CODE(posix_spawn_file_actions_init, (&f)); CODE(posix_spawn_file_actions_addclose, (&f, 5)); CODE(posix_spawn_file_actions_addclose, (&f, -1)); CODE(posix_spawn_file_actions_adddup2, (&f, 5, 6)); CODE(posix_spawn_file_actions_addopen, (&f, 7, "x", O_RDONLY, 0)); CODE(posix_spawn_file_actions_destroy, (&f));
    cpu_set_t *cpus = CPU_ALLOC(100);
    size_t size = CPU_ALLOC_SIZE(100);
    line_open("__sched_cpualloc", "(100)"); put_signed(cpus != NULL); also("size", size);
    CPU_ZERO_S(size, cpus); CPU_SET_S(3, size, cpus); CPU_SET_S(99, size, cpus);
    INT(__sched_cpucount, (size, cpus)); VOID(__sched_cpufree, (cpus));
    SYS(sched_getparam, (0, &param)); also("priority", param.sched_priority); SYS(sched_getparam, (-1, &param));
    return done();
}
