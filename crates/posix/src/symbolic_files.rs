//! Symbolic files whose form is a choice: whether there is one, of which kind, with which rights,
//! how long.
//!
//! The choice is made when a call first names the file, or lists the directory that it would be in:
//! one question for each form, in a fixed order. A file that no call looks at is never decided. The
//! choices are inputs like the contents: `FileKind` has the number of the form, `FileSize` the length.

use crate::data::Data;
use crate::fs::FileSystem;
use crate::fs::node::{Contents, NodeId, NodeKind, S_IFDIR, S_IFLNK, S_IFREG, Time};
use crate::kernel::{Kernel, Refusal};
use crate::symbolic::joined;
use patchlight_engine::{Context, State, TermId};
use patchlight_inputs::{FileForm, InputName};
use std::rc::Rc;

/// A file that no call has looked at yet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UndecidedFile {
    dir: NodeId,
    name: Vec<u8>,
    /// A term of 8 bits, and what it may be.
    form: Option<(TermId, Rc<[FileForm]>)>,
    /// A term of 32 bits, and the greatest value.
    size: Option<(TermId, u32)>,
}

impl UndecidedFile {
    /// Makes the inputs that decide. `None` if there is nothing to decide.
    pub(crate) fn new(
        context: &mut Context,
        state: &mut State,
        (dir, name): (NodeId, &str),
        forms: &Rc<[FileForm]>,
        most: Option<u32>,
    ) -> Option<UndecidedFile> {
        let form = (!forms.is_empty()).then(|| {
            let kind = InputName::FileKind(name.to_string());
            let form = state.new_input(context, &kind.to_string(), 1)[0];
            let allowed = forms.iter().fold(context.terms.boolean(false), |any, &allowed| {
                let is_it = equals(context, form, allowed as u64);
                context.terms.or(any, is_it)
            });
            constrain(context, state, allowed, &[forms[0] as u8]);
            (form, Rc::clone(forms))
        });
        let size = most.map(|most| {
            let length = InputName::FileSize(name.to_string());
            let bytes = state.new_input(context, &length.to_string(), 4);
            let size = joined(context, &bytes);
            let greatest = context.terms.constant(32, most.into());
            let allowed = context.terms.ule(size, greatest);
            constrain(context, state, allowed, &most.to_le_bytes());
            (size, most)
        });
        let is_decided = form.is_none() && size.is_none();
        (!is_decided).then(|| UndecidedFile { dir, name: name.into(), form, size })
    }
}

/// Assumes a condition about the input that was just made. If its seed is not allowed, it gets
/// `bytes`, which are.
pub(crate) fn constrain(context: &mut Context, state: &mut State, condition: TermId, bytes: &[u8]) {
    if !context.is_true_under(&state.path.witness, condition) {
        let id = *state.path.inputs.last().expect("just made");
        let mut values = state.path.witness.values().clone();
        values.set_bytes(context.input(id).array, bytes);
        state.path.witness = context.new_witness(values);
    }
    state.assume(context, condition);
}

fn equals(context: &mut Context, term: TermId, number: u64) -> TermId {
    let number = context.terms.constant(context.terms.width(term), number);
    context.terms.eq(term, number)
}

impl Kernel<'_> {
    /// Decides about the files that a path names.
    pub(crate) fn decide_files_of(&mut self, path: &[u8]) -> Result<(), Refusal> {
        if self.os.undecided.files.is_empty() {
            return Ok(());
        }
        let components: Vec<&[u8]> = path.split(|&byte| byte == b'/').collect();
        self.decide_files(|file| components.contains(&file.name.as_slice()))
    }

    /// Decides about the files that a directory may have.
    pub(crate) fn decide_files_in(&mut self, dir: NodeId) -> Result<(), Refusal> {
        self.decide_files(|file| file.dir == dir)
    }

    fn decide_files(&mut self, concerned: impl Fn(&UndecidedFile) -> bool) -> Result<(), Refusal> {
        let (now, later): (Vec<_>, Vec<_>) =
            self.os.undecided.files.iter().cloned().partition(concerned);
        if now.is_empty() {
            return Ok(());
        }
        for file in &now {
            let form = self.form_of(file)?;
            let size = match form {
                FileForm::Regular | FileForm::ReadOnly => self.size_of(file)?,
                _ => None,
            };
            let time = self.now();
            self.fs().shape_file(file, form, size, time);
        }
        self.os.undecided.files = later.into();
        Ok(())
    }

    fn form_of(&mut self, file: &UndecidedFile) -> Result<FileForm, Refusal> {
        let Some((term, forms)) = &file.form else { return Ok(FileForm::Regular) };
        let (&last, others) = forms.split_last().expect("a choice among some");
        for &form in others {
            let is_it = equals(self.context, *term, form as u64);
            if self.state.decide(self.context, is_it)? {
                return Ok(form);
            }
        }
        Ok(last)
    }

    fn size_of(&mut self, file: &UndecidedFile) -> Result<Option<u32>, Refusal> {
        let Some((term, most)) = file.size else { return Ok(None) };
        for size in (1..=most).rev() {
            let is_it = equals(self.context, term, size.into());
            if self.state.decide(self.context, is_it)? {
                return Ok(Some(size));
            }
        }
        Ok(Some(0))
    }
}

impl FileSystem {
    /// Gives a symbolic file its form; nobody has seen it before.
    fn shape_file(&mut self, file: &UndecidedFile, form: FileForm, size: Option<u32>, now: Time) {
        let Ok(Some(id)) = self.lookup(file.dir, &file.name) else { return };
        let permissions = form.permissions();
        match form {
            FileForm::Missing => {
                if let Ok(dir) = self.node_mut(file.dir).dir_mut() {
                    dir.known.insert(file.name.clone(), None);
                }
                self.node_mut(id).meta.nlink = 0;
            }
            FileForm::Directory => {
                let dir = self.empty_dir(file.dir, permissions);
                let node = self.node_mut(id);
                node.kind = dir.kind;
                (node.meta.mode, node.meta.nlink) = (S_IFDIR | permissions, 2);
                node.meta.set_size(dir.meta.size);
                self.node_mut(file.dir).meta.nlink += 1;
            }
            FileForm::Dangling => {
                let node = self.node_mut(id);
                node.kind = NodeKind::Symlink(FileForm::NOWHERE.to_vec());
                node.meta.mode = S_IFLNK | permissions;
                node.meta.set_size(FileForm::NOWHERE.len() as u64);
                node.meta.blocks = 0;
            }
            FileForm::Regular | FileForm::ReadOnly | FileForm::Unreadable => {
                let node = self.node_mut(id);
                node.meta.mode = S_IFREG | permissions;
                if let (Some(size), NodeKind::File(Contents::Bytes(data))) = (size, &mut node.kind)
                {
                    let data: &mut Data = Rc::make_mut(data);
                    data.resize(size as usize);
                    node.meta.set_size(size.into());
                }
            }
        }
        self.node_mut(id).meta.ctime = now;
    }

    /// Makes the working directory belong to the program's user.
    pub(crate) fn own_cwd(&mut self) {
        let (uid, gid, cwd) = (self.who.euid, self.who.egid, self.cwd);
        let meta = &mut self.node_mut(cwd).meta;
        (meta.uid, meta.gid) = (uid, gid);
    }
}
