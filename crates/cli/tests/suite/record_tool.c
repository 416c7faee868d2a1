/* A program for suites that are recorded: it does what its first argument says. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int copy(int from, const char *what)
{
    char buffer[4096];
    ssize_t n;
    if (from < 0) {
        perror(what);
        return 2;
    }
    while ((n = read(from, buffer, sizeof buffer)) > 0)
        if (write(1, buffer, n) != n) {
            perror("write");
            return 3;
        }
    if (n < 0) {
        perror(what);
        return 4;
    }
    return 0;
}

static void handler(int sig)
{
    (void)sig;
    _exit(write(1, "caught\n", 7) == 7 ? 9 : 10);
}

static void *copy_in_thread(void *name)
{
    return (void *)(long)copy(open(name, O_RDONLY), name);
}

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "none", *arg = argc > 2 ? argv[2] : "";
    setvbuf(stdout, NULL, _IONBF, 0);
    if (!strcmp(verb, "args")) {
        for (int i = 2; i < argc; i++)
            for (char *c = argv[i];; c++) {
                printf("%02x", *c & 255);
                if (!*c)
                    break;
            }
        puts("");
    } else if (!strcmp(verb, "cat")) {
        return copy(arg[0] ? open(arg, O_RDONLY) : 0, arg);
    } else if (!strcmp(verb, "cat-list")) {
        char name[4096] = "";
        FILE *list = fopen(arg, "r");
        if (!list || !fgets(name, sizeof name, list))
            return 1;
        name[strcspn(name, "\n")] = 0;
        return copy(open(name, O_RDONLY), name);
    } else if (!strcmp(verb, "at")) {
        return copy(openat(open(arg, O_RDONLY | O_DIRECTORY), argv[3], O_RDONLY), argv[3]);
    } else if (!strcmp(verb, "overwrite")) {
        int status = copy(open(arg, O_RDONLY), arg), fd = open(arg, O_WRONLY | O_TRUNC);
        return write(fd, "new\n", 4) == 4 ? status : 5;
    } else if (!strcmp(verb, "exit")) {
        return atoi(arg);
    } else if (!strcmp(verb, "die")) {
        raise(atoi(arg));
    } else if (!strcmp(verb, "wait")) {
        signal(SIGUSR1, handler);
        puts("ready");
        for (;;)
            pause();
    } else if (!strcmp(verb, "env")) {
        const char *value = getenv("TOOL_OPTION");
        puts(value ? value : "unset");
    } else if (!strcmp(verb, "ls")) {
        struct dirent **names;
        int n = scandir(arg, &names, NULL, alphasort);
        for (int i = 0; i < n; i++)
            puts(names[i]->d_name);
    } else if (!strcmp(verb, "fork")) {
        int status;
        pid_t child = fork();
        if (!child)
            _exit(copy(open(arg, O_RDONLY), arg));
        waitpid(child, &status, 0);
        return WEXITSTATUS(status);
    } else if (!strcmp(verb, "exec")) {
        execl("/bin/cat", "cat", arg, NULL);
    } else if (!strcmp(verb, "shell")) {
        return system(arg) != 0;
    } else if (!strcmp(verb, "quiet")) {
        /* Whoever writes to /dev/null need not. */
        struct stat out, null;
        if (fstat(1, &out) || stat("/dev/null", &null))
            return 1;
        if (out.st_rdev != null.st_rdev)
            puts("not quiet");
    } else if (!strcmp(verb, "thread")) {
        pthread_t id;
        void *status;
        pthread_create(&id, NULL, copy_in_thread, (void *)arg);
        pthread_join(id, &status);
        return (int)(long)status;
    } else if (!strcmp(verb, "tty")) {
        printf("%d%d%d\n", isatty(0), isatty(1), isatty(2));
    } else if (!strcmp(verb, "ids")) {
        printf("%d %d\n", getpid() == atoi(arg), getppid() == atoi(argv[3]));
    } else if (!strcmp(verb, "dup")) {
        int fd = dup(1);
        close(1);
        return write(fd, "duplicate\n", 10) != 10;
    } else if (!strcmp(verb, "stdin")) {
        return copy(open("/dev/stdin", O_RDONLY), "/dev/stdin");
    } else if (!strcmp(verb, "descriptors")) {
        for (int fd = 0; fd < 20; fd++)
            if (fcntl(fd, F_GETFD) >= 0)
                printf("%d ", fd);
        puts("");
    } else if (!strcmp(verb, "memory")) {
        puts(malloc((size_t)atoi(arg) << 20) ? "enough" : "none");
    } else if (!strcmp(verb, "sleep")) {
        sleep(atoi(arg));
    }
    return 0;
}
