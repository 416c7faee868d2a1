//! The standard streams: where input comes from and what was written.

use crate::data::Data;
pub use patchlight_inputs::Stream;
use rustix::io::Errno;
use std::cell::RefCell;
use std::fs::File;
use std::io::{Read, Seek};
use std::rc::Rc;

/// Where standard input comes from.
#[derive(Clone, Debug, Default)]
pub enum Input {
    /// A pipe with nothing in it.
    #[default]
    Empty,
    /// A pipe with these bytes in it.
    Bytes(Data),
    /// A regular file, in which the program can seek.
    File(Data),
    /// `/dev/null`.
    Null,
    /// Patchlight's own standard input, read when the program reads. If it is a file, the program
    /// can seek in it; the host's own position in it stays where it is.
    Host,
}

/// Bytes that arrive when they are asked for. Copies share what has arrived; each has its own
/// place in it.
#[derive(Clone)]
pub(crate) struct Source {
    arrived: Rc<RefCell<Arrived>>,
    position: usize,
}

struct Arrived {
    data: Data,
    host: Option<File>,
}

impl Input {
    /// What the host's standard input really is: a file that can be sought, with the position
    /// that it has, or `/dev/null`, or still [`Input::Host`].
    pub(crate) fn settle(&self) -> (Input, u64) {
        use std::os::unix::fs::{FileTypeExt, MetadataExt};
        let host = if matches!(self, Input::Host) { host_stdin() } else { None };
        let Some((mut host, metadata)) =
            host.and_then(|host| host.metadata().ok().map(|metadata| (host, metadata)))
        else {
            return (self.clone(), 0);
        };
        if metadata.file_type().is_char_device() && metadata.rdev() == NULL_DEVICE {
            return (Input::Null, 0);
        }
        if !metadata.is_file() {
            return (Input::Host, 0);
        }
        // Read without moving the position that the descriptor shares with the host's shell.
        let position = host.stream_position().unwrap_or(0);
        let bytes = read_all(&host, metadata.len());
        bytes.map_or((Input::Host, 0), |bytes| (Input::File(bytes.into()), position))
    }
}

/// `makedev(1, 3)`.
pub(crate) const NULL_DEVICE: u64 = 0x103;

fn read_all(file: &File, len: u64) -> Option<Vec<u8>> {
    use std::os::unix::fs::FileExt;
    let mut bytes = vec![0; usize::try_from(len).ok()?];
    file.read_exact_at(&mut bytes, 0).ok()?;
    Some(bytes)
}

impl PartialEq for Source {
    fn eq(&self, other: &Source) -> bool {
        Rc::ptr_eq(&self.arrived, &other.arrived) && self.position == other.position
    }
}

impl Source {
    pub(crate) fn new(input: &Input) -> Source {
        let data = match input {
            Input::Bytes(data) => data.clone(),
            _ => Data::default(),
        };
        let host = match input {
            Input::Host => host_stdin(),
            _ => None,
        };
        Source { arrived: Rc::new(RefCell::new(Arrived { data, host })), position: 0 }
    }

    /// From now on, these bytes come and nothing else.
    pub(crate) fn replace(&mut self, data: Data) {
        let arrived = Arrived { data, host: None };
        *self = Source { arrived: Rc::new(RefCell::new(arrived)), position: 0 };
    }

    /// At most `len` of the next bytes; none at the end.
    pub(crate) fn read(&mut self, len: usize) -> Result<Data, Errno> {
        let mut arrived = self.arrived.borrow_mut();
        if self.position == arrived.data.len() && len > 0 {
            arrived.fetch(len)?;
        }
        let end = arrived.data.len().min(self.position.saturating_add(len));
        let data = arrived.data.slice(self.position..end);
        self.position = end;
        Ok(data)
    }
}

impl Arrived {
    /// Asks the host once, as the program's own `read` would.
    fn fetch(&mut self, len: usize) -> Result<(), Errno> {
        let Some(host) = &mut self.host else { return Ok(()) };
        let mut buffer = vec![0; len.min(1 << 16)];
        let n = loop {
            match host.read(&mut buffer) {
                Ok(n) => break n,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(error.raw_os_error().map_or(Errno::IO, Errno::from_raw_os_error));
                }
            }
        };
        buffer.truncate(n);
        self.data.append(&buffer.into());
        Ok(())
    }
}

/// A descriptor of our own for the host's standard input: `std::io::stdin` would read ahead and
/// take bytes that belong to whoever reads after us.
fn host_stdin() -> Option<File> {
    use std::os::fd::AsFd;
    let stdin = std::io::stdin();
    stdin.as_fd().try_clone_to_owned().ok().map(File::from)
}
