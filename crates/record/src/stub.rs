//! The recorder that stands in a program's place: an ELF file of one segment and no library.
//!
//! It tells the recording process of itself, waits until it is traced, and becomes the real program
//! by `execve`, in the same process: number, parent, descriptors, signals, limits and terminal stay
//! what the suite made them. Nothing is allocated and nothing is opened that outlives the `execve`,
//! so that it works under any `ulimit` under which the program does, and wherever it is copied to.
//! If nobody listens (the recording was killed) the program runs all the same; a directory made in
//! `missed` counts it, which needs no descriptor.
//!
//! The code is position independent and is taken from this program's own image; what it needs to
//! know stands behind it in the file.

use anyhow::{Result, bail};
use std::arch::global_asm;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

global_asm!(
    r#"
    .pushsection .rodata.patchlight_stub, "a"
    .balign 16
    .globl patchlight_stub_code
patchlight_stub_code:
    mov r12, [rsp]              // argc
    lea r13, [rsp + 8]          // argv
    lea r14, [r13 + r12*8 + 8]  // envp
    mov eax, 41                 // socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)
    mov edi, 1
    mov esi, 0x80001
    xor edx, edx
    syscall
    test eax, eax
    js 3f
    mov ebp, eax
    mov eax, 42                 // connect(socket, address, length)
    mov edi, ebp
    lea rsi, [rip + patchlight_stub_data + {address}]
    mov edx, 110
    syscall
    test eax, eax
    jnz 3f
    mov eax, 157                // prctl(PR_SET_PTRACER, tracer): fails where nobody restricts it
    mov edi, 0x59616d61
    mov esi, [rip + patchlight_stub_data + {tracer}]
    xor edx, edx
    xor r10d, r10d
    xor r8d, r8d
    syscall
2:  xor eax, eax                // read(socket, …, 1), again if a signal was handled
    mov edi, ebp
    lea rsi, [rsp - 64]
    mov edx, 1
    syscall
    cmp rax, -4
    je 2b
    cmp rax, 1
    je 5f
3:  sub rsp, 1024               // mkdir(missed + 16 letters of the clock)
    mov rdi, rsp
    lea rsi, [rip + patchlight_stub_data + {missed}]
    mov ecx, [rip + patchlight_stub_data + {missed_len}]
    rep movsb
    rdtsc
    shl rdx, 32
    or rax, rdx
    mov ecx, 16
4:  mov edx, eax
    and edx, 15
    add edx, 97
    mov [rdi], dl
    inc rdi
    shr rax, 4
    dec ecx
    jnz 4b
    mov byte ptr [rdi], 0
    mov eax, 83
    mov rdi, rsp
    mov esi, 448
    syscall
5:  mov eax, 59                 // execve(real, argv, envp)
    lea rdi, [rip + patchlight_stub_data + {real}]
    mov rsi, r13
    mov rdx, r14
    syscall
    mov eax, 231                // exit_group(127)
    mov edi, 127
    syscall
    .balign 16
    .globl patchlight_stub_data
patchlight_stub_data:
    .popsection
    "#,
    tracer = const TRACER,
    missed_len = const MISSED_LEN,
    address = const ADDRESS,
    missed = const MISSED,
    real = const REAL,
);

// Where things are behind the code.
const MAGIC: &[u8; 16] = b"patchlight stub1";
const TRACER: usize = 16;
const MISSED_LEN: usize = 20;
const ADDRESS: usize = 24;
const MISSED: usize = ADDRESS + 112;
const REAL: usize = MISSED + 512;
const END: usize = REAL + 4096;

const MOST_SOCKET: usize = 107;
const MOST_MISSED: usize = 480;
const MOST_REAL: usize = 4095;

const BASE: u64 = 0x40_0000;
const HEADERS: usize = 64 + 2 * 56;

/// What a recorder knows.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Stub {
    /// The real program's file.
    pub real: PathBuf,
    /// The socket of the recording process, and its number.
    pub socket: PathBuf,
    pub tracer: u32,
    /// In this directory, what could not be told to anybody is counted.
    pub missed: PathBuf,
}

impl Stub {
    /// The contents of the file.
    pub fn encode(&self) -> Result<Vec<u8>> {
        let [real, socket, missed] =
            [&self.real, &self.socket, &self.missed].map(|path| path.as_os_str().as_bytes());
        for (path, most) in [(real, MOST_REAL), (socket, MOST_SOCKET), (missed, MOST_MISSED)] {
            if path.len() > most {
                bail!("{}: more than {most} bytes", String::from_utf8_lossy(path));
            }
        }
        let mut data = vec![0; END];
        data[..MAGIC.len()].copy_from_slice(MAGIC);
        let mut put = |at: usize, bytes: &[u8]| data[at..at + bytes.len()].copy_from_slice(bytes);
        put(TRACER, &self.tracer.to_le_bytes());
        put(MISSED_LEN, &(missed.len() as u32 + 1).to_le_bytes());
        put(ADDRESS, &(libc::AF_UNIX as u16).to_le_bytes());
        put(ADDRESS + 2, socket);
        put(MISSED, missed);
        put(MISSED + missed.len(), b"/");
        put(REAL, real);
        let code = code();
        let mut file = headers((HEADERS + code.len() + END) as u64);
        file.extend(code);
        file.extend(data);
        Ok(file)
    }

    /// The recorder in a file, if it is one.
    pub fn read(path: &Path) -> Option<Stub> {
        let code = code();
        let mut file = File::open(path).ok()?;
        if file.metadata().ok()?.len() != (HEADERS + code.len() + END) as u64 {
            return None;
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).ok()?;
        let data = bytes.get(HEADERS + code.len()..).filter(|data| data.starts_with(MAGIC))?;
        let text = |at: usize, most: usize| {
            let field = &data[at..at + most];
            let end = field.iter().position(|&byte| byte == 0).unwrap_or(most);
            PathBuf::from(std::ffi::OsString::from_vec(field[..end].to_vec()))
        };
        let tracer = data[TRACER..TRACER + 4].try_into().ok()?;
        Some(Stub {
            real: text(REAL, MOST_REAL),
            socket: text(ADDRESS + 2, MOST_SOCKET),
            tracer: u32::from_le_bytes(tracer),
            missed: text(MISSED, MOST_MISSED),
        })
    }
}

fn code() -> &'static [u8] {
    unsafe extern "C" {
        static patchlight_stub_code: u8;
        static patchlight_stub_data: u8;
    }
    // SAFETY: both labels are in one section of read-only data, the first before the second.
    unsafe {
        let (start, end) = (&raw const patchlight_stub_code, &raw const patchlight_stub_data);
        std::slice::from_raw_parts(start, end.offset_from(start) as usize)
    }
}

/// An executable for x86-64: one segment that can be read and executed, no executable stack.
fn headers(len: u64) -> Vec<u8> {
    let mut out = Vec::with_capacity(HEADERS);
    out.extend(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0");
    let half = |out: &mut Vec<u8>, value: u16| out.extend(value.to_le_bytes());
    let word = |out: &mut Vec<u8>, value: u32| out.extend(value.to_le_bytes());
    let long = |out: &mut Vec<u8>, value: u64| out.extend(value.to_le_bytes());
    half(&mut out, 2); // ET_EXEC
    half(&mut out, 62); // EM_X86_64
    word(&mut out, 1);
    for value in [BASE + HEADERS as u64, 64, 0] {
        long(&mut out, value); // entry, program headers, section headers
    }
    word(&mut out, 0);
    for value in [64, 56, 2, 64, 0, 0] {
        half(&mut out, value); // sizes and numbers of the headers
    }
    for (kind, flags, size, align) in [(1u32, 5u32, len, 4096u64), (0x6474_e551, 6, 0, 16)] {
        word(&mut out, kind); // PT_LOAD, PT_GNU_STACK
        word(&mut out, flags);
        let address = if size > 0 { BASE } else { 0 };
        for value in [0, address, address, size, size, align] {
            long(&mut out, value);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    fn stub(dir: &Path) -> Stub {
        Stub {
            real: "/bin/echo".into(),
            socket: dir.join("socket"),
            tracer: std::process::id(),
            missed: dir.join("missed"),
        }
    }

    #[test]
    fn a_recorder_is_read_as_it_was_written_and_nothing_else_is_one() {
        let dir = tempfile::tempdir().unwrap();
        let (file, stub) = (dir.path().join("echo"), stub(dir.path()));
        let bytes = stub.encode().unwrap();
        std::fs::write(&file, &bytes).unwrap();
        assert_eq!(Stub::read(&file), Some(stub));
        std::fs::write(&file, vec![0; bytes.len()]).unwrap();
        assert_eq!(Stub::read(&file), None);
        assert_eq!(Stub::read(Path::new("/bin/echo")), None);
    }

    #[test]
    fn where_nobody_listens_the_program_runs_and_is_counted() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("echo");
        std::fs::create_dir(dir.path().join("missed")).unwrap();
        std::fs::write(&file, stub(dir.path()).encode().unwrap()).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        let out = Command::new(&file).args(["a", "b c"]).output().unwrap();
        assert_eq!((out.status.code(), &out.stdout[..]), (Some(0), &b"a b c\n"[..]));
        assert_eq!(std::fs::read_dir(dir.path().join("missed")).unwrap().count(), 1);
    }
}
