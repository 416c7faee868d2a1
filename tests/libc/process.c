//@ cflags: -fno-builtin
/* The process and the system, as far as the answers are the same everywhere: identities are compared with each other. */
#include "check.h"
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <sys/wait.h>

#define TRUTH(name, args, value) (line_open(name, args), put_signed(value))

int main(void) {
    TRUTH("getpid", "()", getpid() > 0); TRUTH("getppid", "()", getppid() >= 0); TRUTH("gettid", "()", gettid() == getpid());
    TRUTH("getuid", "()", getuid() == geteuid()); TRUTH("geteuid", "()", geteuid() == getuid()); TRUTH("getgid", "()", getgid() == getegid()); TRUTH("getegid", "()", getegid() == getgid());
    uid_t r = 1, e = 2, s = 3;
    SYS(getresuid, (&r, &e, &s)); also("same", r == e && e == s); gid_t gr = 1, ge = 2, gs = 3; SYS(getresgid, (&gr, &ge, &gs)); also("same", gr == ge && ge == gs);
    TRUTH("getgroups", "(0, NULL)", getgroups(0, NULL) >= 0); SYS(getgroups, (-1, NULL));
    TRUTH("getpgrp", "()", getpgrp() == getpgid(0)); TRUTH("getpgid", "(0)", getpgid(0) >= 0); TRUTH("getsid", "(0)", getsid(0) >= 0); SYS(getpgid, (-5));
    SYS(setuid, (getuid())); SYS(seteuid, (geteuid())); SYS(setgid, (getgid())); SYS(setegid, (getegid())); SYS(setreuid, (-1, -1)); SYS(setregid, (-1, -1)); SYS(setresuid, (-1, -1, -1)); SYS(setresgid, (-1, -1, -1));
    SYS(sysconf, (_SC_PAGESIZE)); SYS(sysconf, (_SC_CLK_TCK)); SYS(sysconf, (_SC_VERSION)); SYS(sysconf, (_SC_LINE_MAX)); SYS(sysconf, (_SC_NGROUPS_MAX)); SYS(sysconf, (_SC_IOV_MAX)); SYS(sysconf, (_SC_BC_BASE_MAX)); SYS(sysconf, (_SC_RE_DUP_MAX)); SYS(sysconf, (_SC_2_VERSION)); SYS(sysconf, (_SC_HOST_NAME_MAX)); SYS(sysconf, (_SC_LOGIN_NAME_MAX)); SYS(sysconf, (_SC_TTY_NAME_MAX)); SYS(sysconf, (_SC_MONOTONIC_CLOCK)); SYS(sysconf, (_SC_THREADS)); SYS(sysconf, (_SC_UIO_MAXIOV)); SYS(sysconf, (_SC_CHAR_BIT)); SYS(sysconf, (_SC_INT_MAX)); SYS(sysconf, (_SC_COLL_WEIGHTS_MAX)); SYS(sysconf, (9999)); SYS(sysconf, (-1));
    TRUTH("sysconf", "(_SC_ARG_MAX)", sysconf(_SC_ARG_MAX) >= 4096); TRUTH("sysconf", "(_SC_OPEN_MAX)", sysconf(_SC_OPEN_MAX) >= 20); TRUTH("sysconf", "(_SC_NPROCESSORS_ONLN)", sysconf(_SC_NPROCESSORS_ONLN) >= 1);
    INT(getpagesize, ()); TRUTH("getdtablesize", "()", getdtablesize() >= 20); TRUTH("get_nprocs", "()", get_nprocs() >= 1); TRUTH("get_nprocs_conf", "()", get_nprocs_conf() >= 1); TRUTH("get_phys_pages", "()", get_phys_pages() > 0);
    char b[256] = "";
    UINT(confstr, (_CS_PATH, b, 256)); also_str("text", b); UINT(confstr, (_CS_PATH, b, 4)); also_str("text", b); UINT(confstr, (_CS_PATH, NULL, 0)); UINT(confstr, (9999, b, 4));
    struct utsname u;
    SYS(uname, (&u)); also_str("sysname", u.sysname); also_str("machine", u.machine); SYS(gethostname, (b, 256)); also("same", strcmp(b, u.nodename) == 0);
    struct rlimit lim = {1, 2}, again;
    SYS(getrlimit, (RLIMIT_NOFILE, &lim)); also("sane", lim.rlim_cur > 0 && lim.rlim_cur <= lim.rlim_max); SYS(getrlimit, (999, &lim)); struct rlimit64 lim64; SYS(getrlimit64, (RLIMIT_CORE, &lim64));
    getrlimit(RLIMIT_CORE, &lim); lim.rlim_cur = 0; SYS(setrlimit, (RLIMIT_CORE, &lim)); getrlimit(RLIMIT_CORE, &again); also("cur", again.rlim_cur); SYS(prlimit, (0, RLIMIT_CORE, NULL, &again)); also("cur", again.rlim_cur); lim.rlim_cur = 5; lim.rlim_max = 4; SYS(setrlimit, (RLIMIT_CORE, &lim));
    struct rusage ru;
    memset(&ru, 0x55, sizeof ru);
    SYS(getrusage, (RUSAGE_SELF, &ru)); also("sane", ru.ru_utime.tv_usec >= 0 && ru.ru_utime.tv_usec < 1000000 && ru.ru_maxrss >= 0 && ru.ru_nswap == 0); SYS(getrusage, (999, &ru));
    TRUTH("getpriority", "(PRIO_PROCESS, 0)", getpriority(PRIO_PROCESS, 0) == nice(0)); SYS(getpriority, (99, 0)); TRUTH("nice", "(0)", nice(0) == getpriority(PRIO_PROCESS, 0));
    int status;
    SYS(wait, (&status)); SYS(waitpid, (-1, &status, WNOHANG)); SYS(waitpid, (-1, &status, 0x12345)); SYS(wait3, (&status, WNOHANG, NULL)); SYS(wait4, (-1, &status, WNOHANG, NULL)); siginfo_t info; SYS(waitid, (P_ALL, 0, &info, WEXITED | WNOHANG)); SYS(waitid, (99, 0, &info, WEXITED));
    SYS(sched_yield, ()); INT(sched_get_priority_max, (SCHED_FIFO)); INT(sched_get_priority_min, (SCHED_FIFO)); SYS(sched_get_priority_max, (99)); INT(sched_getscheduler, (0));
    UINT(getauxval, (AT_PAGESZ)); UINT(getauxval, (99999));
    SYS(prctl, (PR_GET_DUMPABLE, 0, 0, 0, 0)); SYS(prctl, (99999, 0, 0, 0, 0));
    INT(execv, ("./none", (char *[]){"none", NULL})); INT(execve, ("", (char *[]){"none", NULL}, NULL)); INT(execvp, ("no-such-program-here", (char *[]){"none", NULL})); INT(execl, ("./none", "none", NULL)); INT(execlp, ("no-such-program-here", "none", NULL)); INT(execle, ("./none", "none", NULL, NULL)); INT(execvpe, ("no-such-program-here", (char *[]){"none", NULL}, NULL));
    double load[3];
    TRUTH("getloadavg", "(load, 3)", getloadavg(load, 3) <= 3);
    struct sysinfo si;
    SYS(sysinfo, (&si)); also("sane", si.totalram > 0 && si.mem_unit > 0 && si.procs > 0);
    TRUTH("gethostid", "()", gethostid() == gethostid()); TRUTH("getlogin_r", "(b, 1)", getlogin_r(b, 1) != 0);
    return done();
}
