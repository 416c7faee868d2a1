//! Changes programs: takes a C text apart into tokens and lines, and makes other programs of it.
//!
//! It relies on how the programs of `tests/ui/unify/mutants` are written: a statement a line, four
//! spaces a level, functions but `main` static and before their calls, variables initialised. What it
//! makes compiles; it may do what no program may, and it may not end. The same text always gives the
//! same mutants.

use std::collections::BTreeSet;

/// A changed program.
pub struct Mutant {
    pub kind: &'static str,
    pub text: String,
}

/// All ways to change a program in one place, by a kind of change.
type Operator = fn(&str) -> Vec<String>;

/// Kinds of changes, and how many mutants of each are taken of a program.
const OPERATORS: [(&str, usize, Operator); 19] = [
    ("operator", 3, operators),
    ("constant", 3, constants),
    ("deleted statement", 2, deletions),
    ("inserted statement", 2, insertions),
    ("reordered statements", 2, reorderings),
    ("added check", 2, added_checks),
    ("removed check", 2, removed_checks),
    ("renamed variable", 1, renamed_variables),
    ("renamed function", 1, renamed_functions),
    ("extracted function", 2, extractions),
    ("inlined function", 1, inlinings),
    ("parameters", 2, parameters),
    ("type", 2, types),
    ("fields", 2, fields),
    ("loop", 2, loops),
    ("message", 1, messages),
    ("white space", 1, white_space),
    ("macro", 2, macros),
    ("shifted lines", 1, shifted_lines),
];

/// Mutants of a program that are changed in two places.
const N_DOUBLE: usize = 3;

pub fn mutants(text: &str, seed: u64) -> Vec<Mutant> {
    let mut random = Random(seed);
    let mut mutants = Vec::new();
    for (kind, n, operator) in OPERATORS {
        let mut candidates = operator(text);
        for _ in 0..n {
            if let Some(text) = random.take(&mut candidates) {
                mutants.push(Mutant { kind, text });
            }
        }
    }
    for _ in 0..N_DOUBLE {
        let mut twice = text.to_string();
        for _ in 0..2 {
            let (_, _, operator) = OPERATORS[random.below(OPERATORS.len())];
            twice = random.take(&mut operator(&twice)).unwrap_or(twice);
        }
        mutants.push(Mutant { kind: "two places", text: twice });
    }
    let mut seen = BTreeSet::from([text.to_string()]);
    mutants.retain(|mutant| seen.insert(mutant.text.clone()));
    mutants
}

/// A linear congruential generator, as Knuth's MMIX has it.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn take(&mut self, candidates: &mut Vec<String>) -> Option<String> {
        if candidates.is_empty() {
            return None;
        }
        let n = self.below(candidates.len());
        Some(candidates.swap_remove(n))
    }
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Kind {
    Word,
    Number,
    Text,
    Character,
    Space,
    /// A comment or a line of the preprocessor.
    Other,
    Sign,
}

const SIGNS: [&str; 16] = [
    "->", "++", "--", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "<<", ">>", "/=", "%=",
];

/// The tokens of a text; put together they are the text.
fn tokens(text: &str) -> Vec<(Kind, &str)> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let run = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        let (kind, length) = match first {
            '"' => (Kind::Text, quoted(rest, '"')),
            '\'' => (Kind::Character, quoted(rest, '\'')),
            '#' => (Kind::Other, rest.find('\n').unwrap_or(rest.len())),
            '/' if rest.starts_with("//") => (Kind::Other, rest.find('\n').unwrap_or(rest.len())),
            _ if first.is_whitespace() => (Kind::Space, run(char::is_whitespace)),
            '0'..='9' => (Kind::Number, run(|c| c.is_ascii_digit())),
            _ if is_word(first) => (Kind::Word, run(is_word)),
            _ if SIGNS.iter().any(|sign| rest.starts_with(sign)) => (Kind::Sign, 2),
            _ => (Kind::Sign, first.len_utf8()),
        };
        let (token, behind) = rest.split_at(length);
        tokens.push((kind, token));
        rest = behind;
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, c)| {
        let ends = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// The texts in which one token is another one.
fn replaced(text: &str, others: impl Fn(usize, &[(Kind, &str)]) -> Vec<String>) -> Vec<String> {
    let tokens = tokens(text);
    let put = |n: usize, other: String| {
        let all = tokens.iter().enumerate();
        all.map(|(at, (_, token))| if at == n { other.as_str() } else { token }).collect()
    };
    let each = (0..tokens.len()).map(|n| (n, others(n, &tokens)));
    each.flat_map(|(n, others)| others.into_iter().map(move |other| (n, other)))
        .map(|(n, other)| put(n, other))
        .collect()
}

/// Gives all words of a name another one; in definitions of macros, too.
pub fn renamed(text: &str, from: &str, to: &str) -> String {
    let name = |(kind, token): (Kind, &str)| match kind {
        Kind::Word if token == from => to.to_string(),
        Kind::Other if token.starts_with("#define ") => {
            let rest = renamed(&token["#define ".len()..], from, to);
            format!("#define {rest}")
        }
        _ => token.to_string(),
    };
    tokens(text).into_iter().map(name).collect()
}

fn words(text: &str) -> BTreeSet<&str> {
    let tokens = tokens(text);
    tokens.into_iter().filter(|(kind, _)| *kind == Kind::Word).map(|(_, token)| token).collect()
}

/// A program with some lines replaced.
fn with_lines(text: &str, from: usize, to: usize, new: &[String]) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut all: Vec<&str> = lines[..from].to_vec();
    all.extend(new.iter().map(String::as_str));
    all.extend(&lines[to..]);
    all.join("\n") + "\n"
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

const TYPES: [&str; 7] = ["int", "char", "long", "short", "unsigned", "const", "struct"];

fn first_word(line: &str) -> &str {
    line.trim_start().split(|c| !is_word(c)).next().unwrap_or_default()
}

fn is_statement(line: &str) -> bool {
    let trimmed = line.trim_start();
    let word = first_word(line);
    let is_other = ["return", "break", "for", "while", "else"].contains(&word);
    indent(line) > 0
        && trimmed.ends_with(';')
        && trimmed != ";"
        && !is_other
        && !TYPES.contains(&word)
}

fn statements(text: &str) -> Vec<usize> {
    text.lines().enumerate().filter(|(_, line)| is_statement(line)).map(|(n, _)| n).collect()
}

/// `static RESULT NAME(PARAMETERS) {`, and its lines up to the closing brace.
struct Function<'t> {
    result: &'t str,
    name: &'t str,
    parameters: Vec<&'t str>,
    start: usize,
    end: usize,
}

fn functions(text: &str) -> Vec<Function<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let all = lines.iter().enumerate().filter_map(|(start, line)| function(&lines, start, line));
    all.collect()
}

fn function<'t>(lines: &[&str], start: usize, line: &'t str) -> Option<Function<'t>> {
    let (head, parameters) = line.strip_prefix("static ")?.split_once('(')?;
    let at = head.rfind(|c| !is_word(c))? + 1;
    let end = start + lines[start..].iter().position(|line| *line == "}")?;
    let parameters = parameters.strip_suffix(") {")?.split(", ").collect();
    Some(Function { result: head[..at].trim(), name: &head[at..], parameters, start, end })
}

/// The name of a parameter: its last word.
fn name(parameter: &str) -> &str {
    parameter.rsplit(|c| !is_word(c)).next().unwrap_or_default()
}

fn operators(text: &str) -> Vec<String> {
    const PAIRS: [(&str, &str); 15] = [
        ("<", "<="),
        ("<=", "<"),
        (">", ">="),
        (">=", ">"),
        ("==", "!="),
        ("!=", "=="),
        ("+", "-"),
        ("-", "+"),
        ("*", "+"),
        ("%", "/"),
        ("&", "|"),
        ("&&", "||"),
        ("||", "&&"),
        ("+=", "-="),
        ("-=", "+="),
    ];
    replaced(text, |n, tokens| {
        let is_binary = tokens[n].0 == Kind::Sign
            && n > 0
            && [n - 1, n + 1].iter().all(|&n| tokens.get(n).is_some_and(|t| t.0 == Kind::Space));
        let pairs = PAIRS.iter().filter(|(from, _)| is_binary && *from == tokens[n].1);
        pairs.map(|(_, to)| to.to_string()).collect()
    })
}

fn constants(text: &str) -> Vec<String> {
    replaced(text, |n, tokens| match tokens[n] {
        (Kind::Number, digits) => match digits.parse::<u32>() {
            Ok(0) => vec!["1".to_string()],
            Ok(number) => vec![(number + 1).to_string(), (number - 1).to_string()],
            Err(_) => Vec::new(),
        },
        (Kind::Character, quoted) => match quoted.as_bytes() {
            [_, c @ (b'a'..=b'y' | b'0'..=b'8'), _] => vec![format!("'{}'", char::from(c + 1))],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    })
}

fn deletions(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let nothing = |n: usize| vec![" ".repeat(indent(lines[n])) + ";"];
    statements(text).into_iter().map(|n| with_lines(text, n, n + 1, &nothing(n))).collect()
}

fn insertions(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    // Not where a statement is all that depends on the line before.
    let is_alone = |n: &usize| {
        let before = lines[n - 1].trim_end();
        before.ends_with(')') || before.ends_with("else")
    };
    let places = statements(text).into_iter().filter(|n| !is_alone(n));
    let inserted = |n: usize| {
        let message = " ".repeat(indent(lines[n])) + "puts(\"here\");";
        [lines[n].to_string(), message].map(|line| with_lines(text, n, n, &[line]))
    };
    places.flat_map(inserted).collect()
}

fn reorderings(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let follows = |n: &usize| {
        let next = lines[n + 1];
        is_statement(next) && indent(next) == indent(lines[*n]) && next != lines[*n]
    };
    let swapped = |n: usize| vec![lines[n + 1].to_string(), lines[n].to_string()];
    let first = statements(text).into_iter().filter(follows);
    first.map(|n| with_lines(text, n, n + 2, &swapped(n))).collect()
}

fn added_checks(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for function in functions(text) {
        let end = if function.result == "void" { "return;" } else { "return 0;" };
        let numbers = function.parameters.iter().filter_map(|p| p.strip_prefix("int "));
        for (number, condition) in numbers.flat_map(|n| [(n, "== 1"), (n, "> 5"), (n, "< 3")]) {
            let check = [format!("    if ({number} {condition})"), format!("        {end}")];
            all.push(with_lines(text, function.start + 1, function.start + 1, &check));
        }
    }
    for n in statements(text) {
        let line = text.lines().nth(n).unwrap_or_default();
        if text.lines().nth(n - 1).is_some_and(is_statement) && line.contains(" = ") {
            let spaces = " ".repeat(indent(line));
            let check = [format!("{spaces}if (argc == 2)"), format!("{spaces}    {}", line.trim())];
            if n > text.lines().position(|line| line.starts_with("int main")).unwrap_or(0) {
                all.push(with_lines(text, n, n + 1, &check));
            }
        }
    }
    all
}

fn removed_checks(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let trimmed = line.trim_start();
        // Without the check of `argc` there is no other program: there always are two arguments.
        let is_check = trimmed.starts_with("if (") && trimmed.ends_with(')');
        let leaves = lines.get(n + 1).is_some_and(|next| {
            ["return", "break"].iter().any(|word| next.trim_start().starts_with(word))
        });
        if is_check && leaves && !trimmed.contains("argc") {
            all.push(with_lines(text, n, n + 2, &[]));
        }
        if trimmed.starts_with("assert(") {
            all.push(with_lines(text, n, n + 1, &[]));
        }
    }
    all
}

/// The names of variables and parameters that are numbers.
fn variables(text: &str) -> BTreeSet<&str> {
    let code: Vec<(Kind, &str)> =
        tokens(text).into_iter().filter(|(kind, _)| *kind != Kind::Space).collect();
    let declared = code.windows(3).filter(|three| {
        ["int", "char"].contains(&three[0].1) && three[1].0 == Kind::Word && three[2].1 != "("
    });
    declared.map(|three| three[1].1).collect()
}

fn renamed_variables(text: &str) -> Vec<String> {
    variables(text).into_iter().map(|name| renamed(text, name, &format!("{name}_now"))).collect()
}

fn renamed_functions(text: &str) -> Vec<String> {
    let name = |f: Function<'_>| renamed(text, f.name, &format!("{}_of_it", f.name));
    functions(text).into_iter().map(name).collect()
}

/// The words of a declaration up to what is assigned.
fn declared(line: &str) -> BTreeSet<&str> {
    let is_declaration = TYPES.contains(&first_word(line));
    if is_declaration {
        words(line.split(" = ").next().unwrap_or_default())
    } else {
        BTreeSet::new()
    }
}

fn extractions(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    for Function { result, name: function, parameters, start, end } in functions(text) {
        for n in start + 1..end {
            let line = lines[n].trim_start();
            let inner = |from: &str, to: &str| line.strip_prefix(from)?.strip_suffix(to);
            let (result, before, expression, after) =
                match (inner("return ", ";"), inner("if (", ")")) {
                    (Some(expression), _) => (result, "return ", expression, ";"),
                    (_, Some(expression)) => ("int", "if (", expression, ")"),
                    _ => continue,
                };
            let locals: BTreeSet<&str> =
                lines[start + 1..n].iter().flat_map(|line| declared(line)).collect();
            if words(expression).is_empty() || words(expression).iter().any(|w| locals.contains(w))
            {
                continue;
            }
            let names: Vec<&str> = parameters.iter().map(|parameter| name(parameter)).collect();
            let call = format!("{function}_part({})", names.join(", "));
            let spaces = " ".repeat(indent(lines[n]));
            let changed = with_lines(text, n, n + 1, &[format!("{spaces}{before}{call}{after}")]);
            let part = [
                format!("static {result} {function}_part({}) {{", parameters.join(", ")),
                format!("    return {expression};"),
                "}".to_string(),
                String::new(),
            ];
            all.push(with_lines(&changed, start, start, &part));
        }
    }
    all
}

/// The arguments of a call, and where it ends; the text starts behind the parenthesis.
fn arguments(text: &str) -> (Vec<String>, usize) {
    let (mut depth, mut all, mut at) = (0, vec![String::new()], 0);
    for (_, token) in tokens(text) {
        match token {
            ")" if depth == 0 => break,
            "," if depth == 0 => all.push(String::new()),
            _ => {
                depth += i32::from(token == "(") - i32::from(token == ")");
                all.last_mut().expect("an argument").push_str(token);
            }
        }
        at += token.len();
    }
    (all.into_iter().map(|argument| argument.trim().to_string()).collect(), at + 1)
}

fn inlinings(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    for Function { name: function, parameters, start, end, .. } in functions(text) {
        let inner =
            lines[start + 1].trim().strip_prefix("return ").and_then(|e| e.strip_suffix(';'));
        let Some(expression) = inner.filter(|_| end == start + 2) else { continue };
        let mut rest = with_lines(text, start, end + 2, &[]);
        let call = format!("{function}(");
        let mut done = String::new();
        while let Some(at) = rest.find(&call) {
            let (given, length) = arguments(&rest[at + call.len()..]);
            // All at once: an argument may have the name of a parameter.
            let put = |(kind, token): (Kind, &str)| {
                let n = parameters.iter().position(|parameter| name(parameter) == token);
                match n.filter(|_| kind == Kind::Word).and_then(|n| given.get(n)) {
                    Some(argument) => format!("({argument})"),
                    None => token.to_string(),
                }
            };
            let value: String = tokens(expression).into_iter().map(put).collect();
            done += &format!("{}({value})", &rest[..at]);
            rest = rest[at + call.len() + length..].to_string();
        }
        all.push(done + &rest);
    }
    all
}

fn parameters(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    for Function { name: function, parameters, start, .. } in functions(text) {
        let call = format!("{function}(");
        let mut head = |text: &str, start: usize, parameters: &[String]| {
            let before = lines[start].split_once('(').map_or("", |(before, _)| before);
            let line = format!("{before}({}) {{", parameters.join(", "));
            all.push(with_lines(text, start, start + 1, &[line]));
        };
        let own = |parameter: &&str| (*parameter).to_string();
        let mut more: Vec<String> = vec!["int spare".to_string()];
        more.extend(parameters.iter().map(own));
        head(&text.replace(&call, &format!("{call}7, ")), start, &more);
        for (n, parameter) in parameters.iter().enumerate() {
            let mut others: Vec<String> = parameters.iter().map(own).collect();
            if let Some(number) = parameter.strip_prefix("int ") {
                for width in ["long", "short", "unsigned char"] {
                    others[n] = format!("{width} {number}");
                    head(text, start, &others);
                }
                others[n] = own(parameter);
            }
            if parameters.get(n + 1).is_some_and(|next| next.starts_with("int ")) {
                others.swap(n, n + 1);
                let is_number = parameter.starts_with("int ");
                if is_number {
                    head(text, start, &others);
                }
            }
        }
    }
    all
}

fn types(text: &str) -> Vec<String> {
    let is_local = |line: &str| line.trim_start().starts_with("int ") && indent(line) > 0;
    let in_function = |n: usize| {
        let before = text.lines().take(n).collect::<Vec<_>>();
        before
            .iter()
            .rev()
            .find(|line| indent(line) == 0 && !line.is_empty())
            .is_some_and(|line| line.ends_with(") {"))
    };
    let locals = text.lines().enumerate().filter(|(n, line)| is_local(line) && in_function(*n));
    let others = ["long", "short", "unsigned", "signed char"];
    locals
        .flat_map(|(n, line)| {
            others.map(|other| (n, line.replacen("int ", &format!("{other} "), 1)))
        })
        .map(|(n, line)| with_lines(text, n, n + 1, &[line]))
        .collect()
}

fn fields(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let Some(start) =
        lines.iter().position(|line| line.starts_with("struct ") && line.ends_with('{'))
    else {
        return Vec::new();
    };
    let end = start + lines[start..].iter().position(|line| *line == "};").unwrap_or(0);
    let mut all = vec![
        with_lines(text, start + 1, start + 1, &["    char spare;".to_string()]),
        with_lines(text, end, end, &["    long spare[3];".to_string()]),
    ];
    for n in start + 1..end {
        if n + 1 < end {
            let swapped = [lines[n + 1].to_string(), lines[n].to_string()];
            all.push(with_lines(text, n, n + 2, &swapped));
        }
        for other in ["long", "short"] {
            let line = lines[n].replace("int ", &format!("{other} "));
            // What an array's elements are is said where it is allocated, too.
            if line != lines[n] && !line.contains('*') {
                all.push(with_lines(text, n, n + 1, &[line]));
            }
        }
    }
    all
}

/// The line behind the body of a loop, whose head is line `n`.
fn body_end(lines: &[&str], n: usize) -> usize {
    if !lines[n].ends_with('{') {
        return n + 2;
    }
    let closes = |line: &&str| indent(line) == indent(lines[n]) && line.trim() == "}";
    n + 1 + lines[n + 1..].iter().position(closes).unwrap_or(0)
}

fn loops(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let (spaces, head) = (" ".repeat(indent(line)), line.trim_start().trim_end_matches(" {"));
        let inner = |word: &str| head.strip_prefix(word)?.strip_suffix(')');
        let brace = if line.ends_with('{') { " {" } else { "" };
        if let Some(condition) = inner("while (") {
            all.push(with_lines(text, n, n + 1, &[format!("{spaces}for (; {condition};){brace}")]));
        }
        let parts: Vec<&str> =
            inner("for (").map_or(Vec::new(), |parts| parts.split(';').collect());
        let [start, condition, step] = parts[..] else { continue };
        let end = body_end(&lines, n);
        let mut other = vec![format!("{spaces}{{")];
        if !start.is_empty() {
            other.push(format!("{spaces}    {start};"));
        }
        other.push(format!("{spaces}    while ({}) {{", condition.trim()));
        other.extend(lines[n + 1..end].iter().map(|line| format!("    {line}")));
        other.extend([format!("{spaces}        {};", step.trim()), format!("{spaces}    }}")]);
        other.push(format!("{spaces}}}"));
        let behind = end + usize::from(!brace.is_empty());
        all.push(with_lines(text, n, behind, &other));
        let Some((_, limit)) = condition.split_once(" < ") else { continue };
        let shorter = condition.replace(limit, &format!("{limit} - 1"));
        let early = start.replace("= 0", "= 1");
        for line in [
            format!("{spaces}for ({start};{shorter};{step}){brace}"),
            format!("{spaces}for ({early};{condition};{step}){brace}"),
        ] {
            all.push(with_lines(text, n, n + 1, &[line]));
        }
    }
    all
}

fn messages(text: &str) -> Vec<String> {
    replaced(text, |n, tokens| match tokens[n] {
        (Kind::Text, text) => vec![format!("\"> {}", &text[1..]), text.replace(' ', ", ")],
        _ => Vec::new(),
    })
}

fn white_space(text: &str) -> Vec<String> {
    vec![
        text.replace("    ", "\t"),
        text.replace("    ", "  "),
        text.replace(") {\n", ")\n{\n"),
        text.replace(" = ", "  =  ").replace(", ", ","),
    ]
}

fn macros(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let Some(definition) = line.strip_prefix("#define ") else { continue };
        let name_end = definition.find(|c| !is_word(c)).unwrap_or(definition.len());
        let (name, rest) = definition.split_at(name_end);
        let others = match rest.strip_prefix('(').and_then(|rest| rest.split_once(") ")) {
            Some((parameters, body)) => vec![
                format!("#define {name}({parameters}) (!{body})"),
                format!(
                    "static int {name}(int {}) {{ return {body}; }}",
                    parameters.replace(", ", ", int ")
                ),
            ],
            None => vec![
                format!("#define {name} ({} + 1)", rest.trim()),
                format!("enum {{ {name} = {} }};", rest.trim()),
                format!("static const int {name} = {};", rest.trim()),
            ],
        };
        // The compiler wants to know the number where it is a `case`.
        let is_label =
            |other: &String| other.contains("const") && text.contains(&format!("case {name}"));
        let others = others.into_iter().filter(|other| !is_label(other));
        all.extend(others.map(|other| with_lines(text, n, n + 1, &[other])));
    }
    all
}

fn shifted_lines(text: &str) -> Vec<String> {
    let at = text.lines().position(|line| line.contains("assert(")).unwrap_or(0);
    let comment = |n: usize| vec!["// This comment moves what follows.".to_string(); n];
    vec![
        with_lines(text, 1, 1, &comment(3)),
        with_lines(text, at, at, &comment(2)),
        with_lines(text, at, at, &[String::new()]),
    ]
}
