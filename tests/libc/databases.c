//@ cflags: -fno-builtin
/* Line-oriented databases (users, groups, mounts, shells) in files that the test writes itself. */
#include "check.h"
#include <grp.h>
#include <mntent.h>
#include <pwd.h>
#include <shadow.h>
#include <stdlib.h>
#include <string.h>

static FILE *file(const char *name, const char *text) {
    FILE *f = fopen(name, "w+");
    fputs(text, f);
    rewind(f);
    return f;
}

int main(void) {
    FILE *f = file("passwd", "root:x:0:0:root:/root:/bin/sh\nann:*:1000:100:Ann,,:/home/ann:/bin/bash\nbroken:x\nlast::7:8:::\n");
    for (struct passwd *p; (p = fgetpwent(f));) { line_open("fgetpwent", "(f)"); put_quoted(p->pw_name); also("uid", p->pw_uid); also("gid", p->pw_gid); also_str("gecos", p->pw_gecos); also_str("dir", p->pw_dir); also_str("shell", p->pw_shell); }
    rewind(f);
    struct passwd pw, *result = NULL;
    char b[512];
    CODE(fgetpwent_r, (f, &pw, b, sizeof b, &result)); also_str("name", result ? result->pw_name : NULL);
    fclose(f);
    f = fopen("out", "w+");
    struct passwd made = {"u", "p", 5, 6, "g", "/d", "/s"};
    SYS(putpwent, (&made, f)); rewind(f); STR(fgets, (b, sizeof b, f)); fclose(f);
    f = file("group", "wheel:x:10:root,ann\nempty:x:11:\n");
    for (struct group *g; (g = fgetgrent(f));) { line_open("fgetgrent", "(f)"); put_quoted(g->gr_name); also("gid", g->gr_gid); for (char **m = g->gr_mem; *m; m++) also_str("member", *m); }
    fclose(f);
    f = fopen("out", "w+");
    struct group group = {"g", "x", 77, (char *[]){"a", "b", NULL}};
    SYS(putgrent, (&group, f)); rewind(f); STR(fgets, (b, sizeof b, f)); fclose(f);
    f = file("shadow", "root:*:19000:0:99999:7:::\n");
    struct spwd *sp = fgetspent(f); line_open("fgetspent", "(f)"); put_quoted(sp ? sp->sp_namp : NULL); if (sp) { also("last", sp->sp_lstchg); also("max", sp->sp_max); also("inact", sp->sp_inact); }
    fclose(f);
    file("mtab", "/dev/sda1 / ext4 rw,noatime 0 1\n# comment\nproc /with\\040space proc ro,size=5 0 0\n");
    f = setmntent("mtab", "r");
    line_open("setmntent", "(\"mtab\", \"r\")"); put_signed(f != NULL);
    for (struct mntent *m; (m = getmntent(f));) { line_open("getmntent", "(f)"); put_quoted(m->mnt_fsname); also_str("dir", m->mnt_dir); also_str("type", m->mnt_type); also_str("opts", m->mnt_opts); also("pass", m->mnt_passno); STR(hasmntopt, (m, "noatime")); STR(hasmntopt, (m, "size")); STR(hasmntopt, (m, "no")); }
    INT(endmntent, (f)); PTR(setmntent, ("none", "r"), NULL);
    f = setmntent("mtab2", "w+"); struct mntent entry = {"dev", "/a b", "tmpfs", "rw", 0, 0}; INT(addmntent, (f, &entry)); endmntent(f); f = fopen("mtab2", "r"); STR(fgets, (b, sizeof b, f));
    struct passwd *root = getpwuid(0);
    line_open("getpwuid", "(0)"); put_quoted(root ? root->pw_name : NULL);
    root = getpwnam("root"); line_open("getpwnam", "(\"root\")"); put_signed(root ? (int)root->pw_uid : -1);
    PTR(getpwnam, ("no-such-user-here"), NULL); PTR(getgrnam, ("no-such-group-here"), NULL); struct group *zero = getgrgid(0); line_open("getgrgid", "(0)"); put_quoted(zero ? zero->gr_name : NULL);
    CODE(getpwnam_r, ("no-such-user-here", &pw, b, sizeof b, &result)); also("none", result == NULL); CODE(getpwuid_r, (0, &pw, b, 1, &result)); CODE(getpwuid_r, (0, &pw, b, sizeof b, &result)); also_str("name", result ? result->pw_name : NULL);
    return done();
}
