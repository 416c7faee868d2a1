//! The input of a finding: arguments, variables, standard input and files, as text and in hex.

use crate::escape::{self, Span};
use crate::page::Page;
use patchlight_replay::FileKind;
use patchlight_results::Finding;

/// How much of a text, and of its bytes in hex.
const LONGEST_TEXT: usize = 4096;
const LONGEST_HEX: usize = 1024;

pub fn section(page: &mut Page, finding: &Finding) {
    let run = &finding.case.run;
    page.raw("<h4>Input</h4>\n<dl class=\"input\">\n");
    if !run.args.is_empty() {
        page.raw("<div><dt>arguments</dt><dd><ol class=\"args\">");
        for arg in &run.args {
            page.raw("<li>").open("code", &[]);
            spans(page, &escape::spans(&arg.0));
            page.raw("</code></li>");
        }
        page.raw("</ol>");
        let all: Vec<u8> = run.args.iter().flat_map(|arg| [&arg.0[..], b"\0"].concat()).collect();
        hex(page, "arguments", &all);
        page.raw("</dd></div>\n");
    }
    for variable in &run.env {
        bytes(page, &format!("${}", variable.name), &variable.bytes.0, "");
    }
    if !run.stdin.0.is_empty() {
        bytes(page, "standard input", &run.stdin.0, "");
    }
    for file in &run.files {
        let kind = match file.kind {
            FileKind::Regular => "",
            FileKind::Directory => "directory",
            FileKind::Link => "link to",
            FileKind::Fifo => "fifo",
            FileKind::Other => "special file",
        };
        bytes(page, &file.name, &file.bytes.0, kind);
    }
    for input in &finding.case.inputs {
        bytes(page, &input.name, &input.bytes.0, "for the harness");
    }
    if finding.case.size() == 0 {
        page.raw("<div><dt>nothing</dt><dd class=\"quiet\">no arguments, no files, empty standard input</dd></div>\n");
    }
    page.raw("</dl>\n");
}

fn bytes(page: &mut Page, name: &str, bytes: &[u8], kind: &str) {
    page.raw("<div>").element("dt", &[], name).raw("<dd>");
    if !kind.is_empty() {
        page.element("span", &[("class", "quiet")], kind).raw(" ");
    }
    if !bytes.is_empty() {
        let shown = &bytes[..bytes.len().min(LONGEST_TEXT)];
        page.raw("<pre tabindex=\"0\">");
        let lines = shown.split_inclusive(|&byte| byte == b'\n');
        for line in lines {
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            spans(page, &escape::spans(text));
            if text.len() < line.len() {
                page.raw("<span class=\"esc\">↵</span>\n");
            }
        }
        page.raw("</pre>");
        if shown.len() < bytes.len() {
            let rest = format!("… {} more bytes", bytes.len() - shown.len());
            page.element("p", &[("class", "quiet")], &rest);
        }
        hex(page, name, bytes);
    }
    page.raw("</dd></div>\n");
}

fn spans(page: &mut Page, spans: &[Span]) {
    for span in spans {
        match span.is_escape {
            true => page.element("span", &[("class", "esc")], &span.text),
            false => page.text(&span.text),
        };
    }
}

/// As `hexdump -C` has it. Open if the text does not say it all.
fn hex(page: &mut Page, name: &str, bytes: &[u8]) {
    let is_text = |byte: &u8| (b' '..0x7f).contains(byte) || *byte == b'\n' || *byte == 0;
    page.raw(if bytes.iter().all(is_text) {
        "<details class=\"hex\">"
    } else {
        "<details class=\"hex\" open>"
    });
    let size =
        if bytes.len() == 1 { "1 byte".to_string() } else { format!("{} bytes", bytes.len()) };
    page.raw("<summary>").text(&format!("{size} in hex")).element(
        "span",
        &[("class", "hide")],
        &format!(": {name}"),
    );
    page.raw("</summary><pre tabindex=\"0\">").text_lines(&dump(bytes)).raw("</pre></details>");
}

fn dump(bytes: &[u8]) -> Vec<String> {
    let shown = &bytes[..bytes.len().min(LONGEST_HEX)];
    let mut lines: Vec<String> = Vec::new();
    for (n, chunk) in shown.chunks(16).enumerate() {
        let digits: Vec<String> = chunk.iter().map(|byte| format!("{byte:02x}")).collect();
        let text = |byte: &u8| match byte {
            b' '..0x7f => char::from(*byte),
            _ => '.',
        };
        let text: String = chunk.iter().map(text).collect();
        lines.push(format!("{:04x}  {:47}  {text}", n * 16, digits.join(" ")));
    }
    if shown.len() < bytes.len() {
        lines.push(format!("… {} more bytes", bytes.len() - shown.len()));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `hexdump -C` prints, with shorter offsets.
    #[test]
    fn bytes_are_dumped_as_hexdump_does() {
        let lines = dump(b"abc\0\n0123456789abcdef");
        assert_eq!(
            lines[0],
            "0000  61 62 63 00 0a 30 31 32 33 34 35 36 37 38 39 61  abc..0123456789a"
        );
        assert_eq!(lines[1], "0010  62 63 64 65 66                                   bcdef");
    }
}
