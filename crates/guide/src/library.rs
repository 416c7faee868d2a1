//! What calls of library functions do, as far as a program can see it.
//!
//! The library is the environment: its code is not looked at. A function of the table does what its
//! row says; of all others it is assumed that they read and write everything that their arguments
//! lead to, call every function that they find there, and return a pointer to any of it.
//!
//! State that the library keeps between calls has one place for each [`State`]. What rows do not
//! say is taken for the environment and no dependence: the contents of files, what was written to a
//! stream so far, locales, the clock, `%n` of `printf`, and that a call may fail and set `errno` where the row
//! has no `errno`.

use std::collections::HashMap;

/// What a call does with one of its arguments.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Effect {
    /// Takes the value alone.
    Value,
    Reads,
    Writes,
    ReadsAndWrites,
    /// Moves what is there about, pointers too.
    Permutes,
    /// Stores pointers to what other arguments point to.
    StoresPointers,
    /// Stores a pointer to new memory.
    StoresFresh,
    /// Reads all that is reachable.
    ReadsAll,
    /// Reads and writes all that is reachable, and calls the functions that are.
    Everything,
    /// Calls it with the other arguments.
    Calls,
}

impl Effect {
    pub fn reads(self) -> bool {
        use Effect::*;
        matches!(self, Reads | ReadsAndWrites | Permutes | ReadsAll | Everything)
    }

    pub fn writes(self) -> bool {
        use Effect::*;
        matches!(
            self,
            Writes | ReadsAndWrites | Permutes | StoresPointers | StoresFresh | Everything
        )
    }

    /// Whether what is reachable over several pointers counts.
    pub fn is_deep(self) -> bool {
        matches!(self, Effect::ReadsAll | Effect::Everything)
    }

    fn from_letter(letter: char) -> Effect {
        match letter {
            '-' => Effect::Value,
            'r' => Effect::Reads,
            'w' => Effect::Writes,
            'b' => Effect::ReadsAndWrites,
            'c' => Effect::Permutes,
            'p' => Effect::StoresPointers,
            'F' => Effect::StoresFresh,
            'R' => Effect::ReadsAll,
            'f' => Effect::Calls,
            _ => Effect::Everything,
        }
    }
}

/// What a call gives back.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Returned {
    NoPointer,
    /// New memory, which the call may have filled.
    Fresh,
    /// New memory without contents: the function allocates.
    Allocated,
    /// The memory of the first argument with another size, or new memory.
    Reallocated,
    /// What this argument is.
    Same(usize),
    /// A pointer into what this argument points to.
    Into(usize),
    /// A pointer to memory of the function's own, the same in all calls.
    Own,
    /// A pointer into what the first argument of any call of the function pointed to.
    Kept,
    /// A pointer to anything that is reachable from the arguments, or to new memory.
    Anything,
}

/// What the library remembers from call to call.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum State {
    /// How far inputs were read.
    Input,
    Errno,
    Random,
    Environment,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Signals {
    /// Functions that the arguments lead to handle signals from now on.
    Handles,
    /// Those functions are called.
    Sends,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Behaviour {
    arguments: Vec<Effect>,
    /// What happens to all further arguments.
    further: Effect,
    pub returned: Returned,
    /// What the call reads and writes of the library's state.
    pub state: Option<State>,
    pub sets_errno: bool,
    /// What the call has to do with signals.
    pub signals: Option<Signals>,
    /// Globals of the library that the call reads and writes.
    pub globals: &'static [&'static str],
}

impl Behaviour {
    pub fn of_argument(&self, n: usize) -> Effect {
        self.arguments.get(n).copied().unwrap_or(self.further)
    }
}

/// Names, effects on arguments (`*`: the last one is that of all others), what is returned, state.
const TABLE: &str = "
malloc valloc pvalloc alloca                        | -     | allocated |
calloc memalign aligned_alloc                       | --    | allocated |
realloc reallocarray                                | ---   | realloc   |
free cfree                                          | -     | none      |
malloc_usable_size                                  | -     | none      |
posix_memalign                                      | F--   | none      |
strlen strnlen wcslen wcsnlen                       | r-    | none      |
atoi atol atoll atof                                | r     | none      |
memcmp bcmp strcmp strncmp strcasecmp strncasecmp   | rr-   | none      |
strcoll strverscmp strspn strcspn wcscmp wcsncmp    | rr-   | none      |
wmemcmp wcscoll wcsspn wcscspn strxfrm_l            | rr-   | none      |
fnmatch                                             | rr-   | none      |
strchr strrchr memchr memrchr rawmemchr strchrnul   | r--   | into 0    |
index rindex wcschr wcsrchr wmemchr                 | r--   | into 0    |
strstr strcasestr strpbrk wcsstr wcspbrk            | rr    | into 0    |
memmem                                              | r-r-  | into 0    |
basename dirname __xpg_basename                     | b     | into 0    |
strtol strtoul strtoll strtoull strtoimax strtoumax | rp-   | none      | errno
strtod strtof strtold wcstol wcstoul wcstoll wcstod | rp-   | none      | errno
memcpy memmove wmemcpy wmemmove                     | cr-   | same 0    |
mempcpy wmempcpy memccpy                            | cr-   | into 0    |
strcpy strncpy wcscpy wcsncpy                       | wr-   | same 0    |
strcat strncat wcscat wcsncat                       | br-   | same 0    |
stpcpy stpncpy                                      | wr-   | into 0    |
strlcpy strlcat strxfrm                             | br-   | none      |
memset wmemset                                      | w--   | same 0    |
bzero explicit_bzero                                | w-    | none      |
swab                                                | rw-   | none      |
strdup strndup wcsdup                               | r-    | fresh     |
strtok                                              | br    | kept      |
strerror strsignal hstrerror                        | -     | own       |
sprintf                                             | wr*   | none      |
snprintf swprintf                                   | w-r*  | none      |
vsprintf                                            | wrR   | none      |
vsnprintf vswprintf                                 | w-rR  | none      |
asprintf                                            | Fr*   | none      |
vasprintf                                           | FrR   | none      |
printf wprintf warn warnx                           | r*    | none      |
fprintf fwprintf dprintf err errx syslog            | -r*   | none      |
error                                               | --r*  | none      |
vprintf vwprintf vwarn vwarnx                       | rR    | none      |
vfprintf vfwprintf vdprintf verr verrx              | -rR   | none      |
puts perror fputs fputws                            | r-    | none      |
putchar putc fputc putwchar putwc fputwc fflush     | --    | none      |
fwrite                                              | r---  | none      |
write                                               | -r-   | none      | errno
setbuf setlinebuf                                   | --    | none      |
fopen fopen64 popen                                 | rr    | fresh     | errno
fdopen                                              | -r    | fresh     | errno
tmpfile tmpfile64                                   | -     | fresh     | errno
fmemopen                                            | b-r   | fresh     | errno
fclose pclose ferror clearerr fileno                | -     | none      |
close fsync isatty umask                            | -     | none      | errno
getc fgetc getchar getwc fgetwc getwchar feof       | -     | none      | input
ungetc ungetwc                                      | --    | none      | input
rewind ftell ftello ftello64                        | -     | none      | input
fseek fseeko fseeko64 lseek lseek64                 | ---   | none      | input
fgets fgetws                                        | w--   | same 0    | input
fread                                               | w---  | none      | input
read                                                | -w-   | none      | input
scanf                                               | rw*   | none      | input
fscanf                                              | -rw*  | none      | input
sscanf swscanf                                      | rrw*  | none      |
getline                                             | Fb-   | none      | input
getdelim                                            | Fb--  | none      | input
open open64 creat                                   | r-*   | none      | errno
stat lstat stat64 lstat64                           | rw    | none      | errno
fstat fstat64                                       | -w    | none      | errno
unlink remove rmdir mkdir chdir chmod access        | r-    | none      | errno
rename link symlink                                 | rr    | none      | errno
qsort                                               | c--f  | none      |
bsearch                                             | rr--f | into 1    |
atexit                                              | f     | none      |
signal sigset bsd_signal                            | -f    | any       | handles
sigaction                                           | -RE   | none      | handles
raise kill alarm pause abort sleep usleep           | --    | none      | sends
sigsuspend sigprocmask                              | -Rw   | none      | sends
exit _exit _Exit quick_exit sched_yield             | -     | none      |
__assert_fail __assert                              | rr-r  | none      |
setjmp _setjmp __pl_setjmp sigsetjmp __sigsetjmp    | b-    | none      |
longjmp _longjmp siglongjmp __pl_longjmp            | b-    | none      |
getopt                                              | -Rr   | none      | options
getopt_long getopt_long_only                        | -RrEw | none      | options
__errno_location                                    |       | errno     |
__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc |     | own       |
isalpha isdigit isalnum isspace isupper islower     | -     | none      |
isxdigit isprint isgraph iscntrl ispunct isblank    | -     | none      |
isascii toupper tolower toascii                     | -     | none      |
iswalpha iswdigit iswalnum iswspace iswupper        | -     | none      |
iswlower iswprint iswpunct towupper towlower btowc  | -     | none      |
abs labs llabs ffs ffsl ffsll htons ntohs htonl ntohl | -   | none      |
div ldiv lldiv                                      | --    | none      |
sin cos tan asin acos atan sinh cosh tanh asinh     | -*    | none      |
acosh atanh atan2 exp exp2 expm1 log log2 log10     | -*    | none      |
log1p pow sqrt cbrt hypot floor ceil round trunc    | -*    | none      |
rint nearbyint lround llround lrint llrint fmod     | -*    | none      |
fabs fmax fmin fdim fma copysign ldexp scalbn       | -*    | none      |
scalbln remainder nan erf erfc tgamma lgamma logb   | -*    | none      |
ilogb nextafter                                     | -*    | none      |
frexp modf                                          | -w    | none      |
time                                                | w     | none      |
clock getpid getppid getuid geteuid getgid getegid  | -     | none      |
gettimeofday clock_gettime nanosleep                | bb    | none      |
localtime gmtime ctime asctime                      | r     | own       |
localtime_r gmtime_r ctime_r asctime_r              | rw    | same 1    |
mktime timegm                                       | b     | none      |
difftime                                            | --    | none      |
strftime wcsftime                                   | w-rr  | none      |
getenv secure_getenv                                | r     | own       | environment
setenv                                              | rr-   | none      | environment
putenv unsetenv                                     | r     | none      | environment
setlocale                                           | -r    | own       |
rand random drand48 lrand48 mrand48                 | -     | none      | random
srand srandom srand48                               | -     | none      | random
sysconf getpagesize                                 | -     | none      |
";

const OPTIONS: &[&str] = &["optarg", "optind", "optopt", "opterr"];

/// The rows by name.
pub struct Library {
    rows: HashMap<&'static str, Behaviour>,
    unknown: Behaviour,
}

impl Default for Library {
    fn default() -> Library {
        let mut rows = HashMap::new();
        for line in TABLE.lines().filter(|line| !line.is_empty()) {
            let columns: Vec<&'static str> = line.split('|').map(str::trim).collect();
            let [names, effects, returned, state] = columns[..] else { continue };
            let behaviour = behaviour(effects, returned, state);
            rows.extend(names.split_whitespace().map(|name| (name, behaviour.clone())));
        }
        let unknown = behaviour("E*", "any", "errno");
        Library { rows, unknown }
    }
}

fn behaviour(effects: &str, returned: &str, state: &str) -> Behaviour {
    let letters = effects.trim_end_matches('*');
    let arguments: Vec<Effect> = letters.chars().map(Effect::from_letter).collect();
    let last = arguments.last().copied().filter(|_| effects.ends_with('*'));
    let digit = returned.chars().last().and_then(|digit| digit.to_digit(10));
    let n = digit.unwrap_or(0) as usize;
    let returned = match returned.split(' ').next() {
        Some("none") => Returned::NoPointer,
        Some("fresh") => Returned::Fresh,
        Some("allocated") => Returned::Allocated,
        Some("realloc") => Returned::Reallocated,
        Some("same") => Returned::Same(n),
        Some("into") => Returned::Into(n),
        Some("own" | "errno") => Returned::Own,
        Some("kept") => Returned::Kept,
        _ => Returned::Anything,
    };
    Behaviour {
        arguments,
        further: last.unwrap_or(Effect::Value),
        returned,
        state: match state {
            "input" => Some(State::Input),
            "random" => Some(State::Random),
            "environment" => Some(State::Environment),
            _ => None,
        },
        sets_errno: state == "errno" || state == "input",
        signals: match state {
            "handles" => Some(Signals::Handles),
            "sends" => Some(Signals::Sends),
            _ => None,
        },
        globals: if state == "options" { OPTIONS } else { &[] },
    }
}

/// The function whose result points to `errno`.
pub const ERRNO: &str = "__errno_location";

impl Library {
    /// What a call of the function with this name does.
    pub fn behaviour(&self, name: &str) -> &Behaviour {
        let stripped = ["__isoc99_", "__isoc23_", "__builtin_"]
            .iter()
            .find_map(|prefix| name.strip_prefix(prefix))
            .unwrap_or(name);
        let stripped = stripped.strip_suffix("_unlocked").unwrap_or(stripped);
        let without_width = || stripped.strip_suffix(['f', 'l']);
        let found = self.rows.get(stripped);
        let found = found.or_else(|| {
            let row = self.rows.get(without_width()?)?;
            // Functions about numbers have `f` and `l` forms.
            (row.returned == Returned::NoPointer
                && row.further == Effect::Value
                && row
                    .arguments
                    .iter()
                    .all(|&effect| matches!(effect, Effect::Value | Effect::Writes)))
            .then_some(row)
        });
        found.unwrap_or(&self.unknown)
    }

    pub fn is_setjmp(name: &str) -> bool {
        matches!(name, "setjmp" | "_setjmp" | "__pl_setjmp" | "sigsetjmp" | "__sigsetjmp")
    }
}
