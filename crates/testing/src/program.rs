//! A program of a table, and the comments in which it says what is expected of it.
//!
//! A line that begins with `//@ KEY: VALUE` is a *directive* about the whole program. A line that ends
//! in `//~ WORDS NAME=VALUE…` has a *mark*, about the line. What a table does not know is an error, so
//! that a misspelt expectation is not one that always holds.

use crate::words;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What the programs of a table may say.
#[derive(Copy, Clone, Debug)]
pub struct Dialect {
    /// The keys of directives.
    pub keys: &'static [&'static str],
    /// The names in marks; without a list there are no marks.
    pub attributes: Option<&'static [&'static str]>,
}

/// A program with what its comments say.
#[derive(Clone, Debug)]
pub struct CommentedProgram {
    /// The file's name without its extension.
    pub name: String,
    pub path: PathBuf,
    pub text: String,
    pub directives: Vec<Directive>,
    pub marks: Vec<Mark>,
}

#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Directive {
    pub line: usize,
    pub key: String,
    pub value: String,
}

#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Mark {
    pub line: usize,
    /// The words before the attributes.
    pub words: String,
    pub attributes: Vec<(String, String)>,
}

impl Dialect {
    pub const fn new(keys: &'static [&'static str]) -> Dialect {
        Dialect { keys, attributes: None }
    }

    pub const fn with_marks(self, attributes: &'static [&'static str]) -> Dialect {
        Dialect { attributes: Some(attributes), ..self }
    }

    fn directive(&self, line: &str, number: usize) -> Result<Option<Directive>, String> {
        let Some(directive) = line.strip_prefix("//@") else {
            return match line.trim_start().starts_with("//@") {
                true => Err("a directive does not begin its line".to_string()),
                false => Ok(None),
            };
        };
        let (key, value) =
            directive.split_once(':').ok_or("a directive is `//@ KEY: VALUE`".to_string())?;
        let key = key.trim();
        known(key, self.keys, "key")?;
        Ok(Some(Directive { line: number, key: key.to_string(), value: value.trim().to_string() }))
    }

    fn mark(&self, line: &str, number: usize) -> Result<Option<Mark>, String> {
        let Some((_, mark)) = line.split_once("//~") else { return Ok(None) };
        let known_names = self.attributes.ok_or("this table has no marks".to_string())?;
        let (attributes, words): (Vec<&str>, Vec<&str>) =
            mark.split_whitespace().partition(|word| word.contains('='));
        if words.is_empty() {
            return Err("a mark without words".to_string());
        }
        let attribute = |word: &str| {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            known(name, known_names, "attribute")?;
            Ok((name.to_string(), value.to_string()))
        };
        let attributes = attributes.into_iter().map(attribute).collect::<Result<_, String>>()?;
        Ok(Some(Mark { line: number, words: words.join(" "), attributes }))
    }
}

fn known(word: &str, all: &[&str], what: &str) -> Result<(), String> {
    match all.contains(&word) {
        true => Ok(()),
        false => Err(format!("no {what} is called `{word}` here, only {}", all.join(", "))),
    }
}

impl CommentedProgram {
    pub fn read(path: &Path, dialect: &Dialect) -> Result<CommentedProgram, String> {
        let text =
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        CommentedProgram::parse(path, text, dialect)
    }

    pub fn parse(path: &Path, text: String, dialect: &Dialect) -> Result<CommentedProgram, String> {
        let (mut directives, mut marks) = (Vec::new(), Vec::new());
        for (line, number) in text.lines().zip(1..) {
            let at = |error: String| format!("{}:{number}: {error}", path.display());
            directives.extend(dialect.directive(line, number).map_err(at)?);
            marks.extend(dialect.mark(line, number).map_err(at)?);
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(CommentedProgram { name, path: path.to_path_buf(), text, directives, marks })
    }

    /// All values of a key, in their order.
    pub fn all<'p>(&'p self, key: &str) -> impl Iterator<Item = &'p str> {
        let of_key = self.directives.iter().filter(move |directive| directive.key == key);
        of_key.map(|directive| directive.value.as_str())
    }

    /// The value of a key that is given at most once.
    pub fn one(&self, key: &str) -> Result<Option<&str>, String> {
        let mut values = self.all(key);
        let value = values.next();
        match values.next() {
            Some(_) => Err(format!("{}: `{key}` is given twice", self.path.display())),
            None => Ok(value),
        }
    }

    /// The value of a key, which must be given.
    pub fn required(&self, key: &str) -> Result<&str, String> {
        self.one(key)?.ok_or_else(|| format!("{}: no `{key}` is given", self.path.display()))
    }

    pub fn number<T: FromStr<Err: Display>>(&self, key: &str) -> Result<Option<T>, String> {
        let number = |value: &str| value.parse().map_err(|error| self.bad(key, &error));
        self.one(key)?.map(number).transpose()
    }

    /// The words of a key that is given at most once.
    pub fn words(&self, key: &str) -> Result<Vec<String>, String> {
        words::words(self.one(key)?.unwrap_or_default()).map_err(|error| self.bad(key, &error))
    }

    /// The text of a key. Several texts are one behind the other.
    pub fn text(&self, key: &str) -> Result<Option<Vec<u8>>, String> {
        let texts = self.all(key).map(words::text).collect::<Result<Vec<_>, _>>();
        let texts = texts.map_err(|error| self.bad(key, &error))?;
        Ok((!texts.is_empty()).then(|| texts.concat()))
    }

    /// Names with texts, such as `NAME=TEXT`.
    pub fn named(&self, key: &str, separator: char) -> Result<Vec<(String, Vec<u8>)>, String> {
        let pair = |value: &str| {
            let (name, value) = value
                .split_once(separator)
                .ok_or_else(|| self.bad(key, &format!("`{value}` has no `{separator}`")))?;
            let text = words::text(value).map_err(|error| self.bad(key, &error))?;
            Ok((name.to_string(), text))
        };
        self.all(key).map(pair).collect()
    }

    fn bad(&self, key: &str, error: &dyn Display) -> String {
        format!("{}: {key}: {error}", self.path.display())
    }
}

impl Mark {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut found = self.attributes.iter().filter(|(own, _)| own == name);
        found.next().map(|(_, value)| value.as_str())
    }

    pub fn number<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<T>, String> {
        let number = |value: &str| {
            value.parse().map_err(|error| format!("line {}: {name}: {error}", self.line))
        };
        self.attribute(name).map(number).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIALECT: Dialect =
        Dialect::new(&["args", "stdin", "paths", "env"]).with_marks(&["object", "alloc"]);

    fn parse(text: &str) -> Result<CommentedProgram, String> {
        CommentedProgram::parse(Path::new("dir/program.c"), text.to_string(), &DIALECT)
    }

    #[test]
    fn directives_and_marks_are_read_with_their_lines() {
        let program = parse(
            "// What it does.\n//@ args: a \"b c\"\n//@ stdin: x\\n\n//@ stdin: y\n//@ paths: 3\n\
             //@ env: A=b=c\nint x; // why //~ double-free now object=heap alloc=5\n",
        );
        let program = program.unwrap();
        assert_eq!(program.name, "program");
        assert_eq!(program.words("args").unwrap(), ["a", "b c"]);
        assert_eq!(program.text("stdin").unwrap().unwrap(), b"x\ny");
        assert_eq!(program.number::<u32>("paths").unwrap(), Some(3));
        assert_eq!(program.named("env", '=').unwrap(), [("A".to_string(), b"b=c".to_vec())]);
        let [mark] = &program.marks[..] else { panic!("one mark") };
        assert_eq!((mark.line, mark.words.as_str()), (7, "double-free now"));
        assert_eq!(mark.attribute("object"), Some("heap"));
        assert_eq!(mark.number::<u32>("alloc").unwrap(), Some(5));
    }

    #[test]
    fn what_is_not_known_is_an_error_with_its_place() {
        let error = |text: &str| parse(text).unwrap_err();
        let key = error("\n//@ arsg: a\n");
        assert_eq!(
            key,
            "dir/program.c:2: no key is called `arsg` here, only args, stdin, paths, env"
        );
        let attribute = error("x; //~ leak at=3\n");
        let expected = "dir/program.c:1: no attribute is called `at` here, only object, alloc";
        assert_eq!(attribute, expected);
        assert!(error("//@ args\n").contains("KEY: VALUE"));
        assert!(error("  //@ args: a\n").contains("does not begin its line"));
        assert!(error("x; //~\n").contains("without words"));
    }

    #[test]
    fn marks_are_an_error_where_a_table_has_none() {
        let dialect = Dialect::new(&[]);
        let read = CommentedProgram::parse(Path::new("p.c"), "x; //~ leak\n".to_string(), &dialect);
        assert_eq!(read.unwrap_err(), "p.c:1: this table has no marks");
    }

    #[test]
    fn a_key_that_is_given_once_or_must_be_is_asked_for() {
        let program = parse("//@ paths: 1\n//@ paths: 2\n//@ args: \\q\n").unwrap();
        assert!(program.one("paths").unwrap_err().contains("given twice"));
        assert!(program.required("stdin").unwrap_err().contains("no `stdin`"));
        assert!(program.words("args").unwrap_err().contains("program.c"), "the file is named");
        let wrong = parse("//@ paths: many\n").unwrap();
        assert!(wrong.number::<u32>("paths").unwrap_err().contains("paths: invalid digit"));
    }
}
