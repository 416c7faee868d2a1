//! Colours, if there are any.

#[derive(Copy, Clone)]
pub struct Paint(pub bool);

#[derive(Copy, Clone, Eq, PartialEq)]
pub enum Colour {
    Plain,
    Bold,
    Dim,
    Error,
    Warning,
    Good,
    /// What only one version has.
    Old,
    New,
    /// What differs within a line of a version.
    OldMark,
    NewMark,
}

impl Paint {
    pub fn with(self, colour: Colour, text: &str) -> String {
        let code = match colour {
            Colour::Plain => "",
            Colour::Bold => "1",
            Colour::Dim => "2",
            Colour::Error => "1;31",
            Colour::Warning => "1;33",
            Colour::Good => "1;32",
            Colour::Old => "31",
            Colour::New => "32",
            Colour::OldMark => "1;7;31",
            Colour::NewMark => "1;7;32",
        };
        if self.0 && !code.is_empty() && !text.is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_string()
        }
    }
}
