//! Symbolic files whose form is a choice.

/// What a symbolic file may be. The numbers are those of the input.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[repr(u8)]
pub enum FileForm {
    /// A file that its user can read and write.
    Regular = 0,
    Missing = 1,
    /// An empty directory.
    Directory = 2,
    /// Without any rights.
    Unreadable = 3,
    ReadOnly = 4,
    /// A link to a name that does not exist.
    Dangling = 5,
}

impl FileForm {
    pub const ALL: [FileForm; 6] = [
        FileForm::Regular,
        FileForm::Missing,
        FileForm::Directory,
        FileForm::Unreadable,
        FileForm::ReadOnly,
        FileForm::Dangling,
    ];
    /// Where a dangling link points to.
    pub const NOWHERE: &'static [u8] = b"nowhere";

    pub fn from_number(number: u8) -> Option<FileForm> {
        FileForm::ALL.into_iter().find(|form| *form as u8 == number)
    }

    /// What `chmod` is told for it.
    pub fn permissions(self) -> u32 {
        match self {
            FileForm::Unreadable => 0,
            FileForm::ReadOnly => 0o444,
            FileForm::Directory => 0o755,
            FileForm::Dangling => 0o777,
            FileForm::Regular | FileForm::Missing => 0o644,
        }
    }
}
