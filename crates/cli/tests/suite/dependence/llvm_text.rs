//! As much of LLVM's text as an observer of a program needs: functions, blocks, instructions, lines;
//! and which branches decide about a block, by the definition.

use std::collections::{HashMap, HashSet};

pub struct Function<'t> {
    pub name: String,
    /// Where its text begins and ends.
    pub start: usize,
    pub end: usize,
    pub header: &'t str,
    pub parameters: Vec<String>,
    /// Structures that are passed by value: name and type.
    pub by_value: Vec<(String, String)>,
    pub blocks: Vec<Block<'t>>,
}

pub struct Block<'t> {
    pub label: Option<&'t str>,
    pub instructions: Vec<Instruction<'t>>,
}

#[derive(Clone)]
pub struct Instruction<'t> {
    pub text: String,
    pub result: Option<&'t str>,
    pub opcode: &'t str,
    /// What follows the opcode, without metadata.
    pub operands: &'t str,
    pub dbg: Option<u32>,
}

/// The lines of the locations, by their numbers.
pub fn line_of_dbg(text: &str) -> HashMap<u32, u32> {
    let location = |line: &str| {
        let (number, rest) = line.strip_prefix('!')?.split_once(" = ")?;
        let rest = rest.trim_start_matches("distinct ").strip_prefix("!DILocation(line: ")?;
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
        Some((number.parse().ok()?, digits.parse().ok()?))
    };
    text.lines().filter_map(location).collect()
}

/// The functions with a body.
pub fn functions(text: &str) -> Vec<Function<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = find_line(text, at, "define ") {
        let Some(length) = text[start..].find("\n}") else { break };
        let end = start + length + 2;
        found.push(function(text, start, end));
        at = end;
    }
    found
}

fn find_line(text: &str, from: usize, prefix: &str) -> Option<usize> {
    let mut at = from;
    loop {
        let found = at + text[at..].find(prefix)?;
        if found == 0 || text.as_bytes()[found - 1] == b'\n' {
            return Some(found);
        }
        at = found + 1;
    }
}

fn function(text: &str, start: usize, end: usize) -> Function<'_> {
    let body = &text[start..end - 2];
    let (header, rest) = body.split_once('\n').unwrap_or((body, ""));
    let name = header.split_once('@').map_or("", |(_, name)| name);
    let (name, parameters) = name.split_once('(').unwrap_or((name, ""));
    let parameters = split_operands(&parameters[..matching(parameters)]);
    let mut function = Function {
        name: name.trim_matches('"').to_string(),
        start,
        end,
        header,
        parameters: Vec::new(),
        by_value: Vec::new(),
        blocks: Vec::new(),
    };
    for parameter in parameters {
        let name = parameter.rsplit(' ').next().unwrap_or_default().to_string();
        if let Some((_, ty)) = parameter.split_once("byval(") {
            function.by_value.push((name.clone(), ty[..matching(ty)].to_string()));
        }
        function.parameters.push(name);
    }
    let mut lines = rest.lines();
    let mut block = Block { label: None, instructions: Vec::new() };
    while let Some(line) = lines.next() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        if !line.starts_with(' ') {
            if block.label.is_some() || !block.instructions.is_empty() {
                function.blocks.push(block);
            }
            block = Block { label: Some(line), instructions: Vec::new() };
            continue;
        }
        let mut instruction = instruction(line);
        if line.trim_end().ends_with('[') {
            for line in lines.by_ref() {
                instruction.text.push('\n');
                instruction.text.push_str(line);
                if line.trim_start().starts_with(']') {
                    instruction.dbg = dbg(line);
                    break;
                }
            }
        }
        block.instructions.push(instruction);
    }
    function.blocks.push(block);
    function
}

fn dbg(line: &str) -> Option<u32> {
    let (_, number) = line.split_once("!dbg !")?;
    number.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

fn instruction(line: &str) -> Instruction<'_> {
    let trimmed = line.trim();
    let (result, rest) = match trimmed.split_once(" = ") {
        Some((result, rest)) if result.starts_with('%') && !result.contains(' ') => {
            (Some(result), rest)
        }
        _ => (None, trimmed),
    };
    let rest = ["tail ", "musttail ", "notail "]
        .iter()
        .fold(rest, |rest, word| rest.trim_start_matches(word));
    let (opcode, operands) = rest.split_once(' ').unwrap_or((rest, ""));
    let operands = operands.split(", !").next().unwrap_or(operands);
    Instruction { text: line.to_string(), result, opcode, operands, dbg: dbg(line) }
}

/// Where the parenthesis closes that was opened before the text.
fn matching(text: &str) -> usize {
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' if depth == 0 => return at,
            ')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Operands, cut at commas that are not inside of something.
pub fn split_operands(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut is_quoted) = (0, 0, false);
    let mut parts = Vec::new();
    for (at, character) in text.char_indices() {
        match character {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

/// Names of values in a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '$');
    text.match_indices('%').map(move |(at, _)| {
        let rest = &text[at + 1..];
        let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        &text[at..at + 1 + length]
    })
}

/// The text with the lines of statements: what only computes has the line of what it computes for,
/// and what stores the result of a call that of the call.
pub fn with_lines_of_statements(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for function in functions(text) {
        out.push_str(&text[at..function.start]);
        at = function.end;
        let values = Uses::new(&function);
        out.push_str(function.header);
        out.push('\n');
        let mut n = 0;
        for block in &function.blocks {
            block.label.inspect(|label| out.extend([label, "\n"]));
            for instruction in &block.instructions {
                let dbg = values.statement(n);
                out.push_str(&with_dbg(&instruction.text, instruction.dbg, dbg));
                out.push('\n');
                n += 1;
            }
        }
        out.push('}');
    }
    out.push_str(&text[at..]);
    out
}

const ACTS: [&str; 12] = [
    "store",
    "call",
    "br",
    "switch",
    "ret",
    "indirectbr",
    "unreachable",
    "atomicrmw",
    "cmpxchg",
    "alloca",
    "fence",
    "va_arg",
];

/// Who makes and who uses the values of a function.
struct Uses<'f> {
    all: Vec<&'f Instruction<'f>>,
    first_user: HashMap<&'f str, usize>,
    made_by: HashMap<&'f str, usize>,
}

impl<'f> Uses<'f> {
    fn new(function: &'f Function<'f>) -> Uses<'f> {
        let all: Vec<_> = function.blocks.iter().flat_map(|block| &block.instructions).collect();
        let (mut first_user, mut made_by) = (HashMap::new(), HashMap::new());
        for (n, instruction) in all.iter().enumerate() {
            for name in names(&instruction.text) {
                if Some(name) != instruction.result {
                    first_user.entry(name).or_insert(n);
                }
            }
            instruction.result.map(|name| made_by.insert(name, n));
        }
        Uses { all, first_user, made_by }
    }

    /// The location of the statement that an instruction belongs to.
    fn statement(&self, n: usize) -> Option<u32> {
        let mut seen = HashSet::new();
        let mut at = n;
        while !ACTS.contains(&self.all[at].opcode) && seen.insert(at) {
            match self.all[at].result.and_then(|name| self.first_user.get(name)) {
                Some(&user) => at = user,
                None => break,
            }
        }
        let found = self.all[at];
        let mut dbg = found.dbg;
        if found.opcode == "store" {
            let value = split_operands(found.operands)[0].rsplit(' ').next().unwrap_or_default();
            let maker = self.made_by.get(value).map(|&maker| self.all[maker]);
            let call = maker.filter(|maker| maker.opcode == "call");
            dbg = call.map_or(dbg, |call| call.dbg.or(dbg));
        }
        dbg.or(self.all[n].dbg)
    }
}

fn with_dbg(text: &str, old: Option<u32>, new: Option<u32>) -> String {
    match (old, new) {
        (Some(old), Some(new)) => text.replace(&format!("!dbg !{old}"), &format!("!dbg !{new}")),
        _ => text.to_string(),
    }
}

/// For each block the blocks whose branch decides about it: on one side it cannot be avoided, on
/// another it can.
pub fn deciders(function: &Function<'_>) -> Vec<Vec<usize>> {
    let successors = successors(function);
    (0..successors.len()).map(|block| deciders_of(block, &successors)).collect()
}

fn successors(function: &Function<'_>) -> Vec<Vec<usize>> {
    let label = |block: &Block<'_>| {
        let label = block.label?;
        Some(label.split(':').next()?.trim_matches('"').to_string())
    };
    let labels = function.blocks.iter().enumerate();
    let numbers: HashMap<String, usize> =
        labels.filter_map(|(n, block)| Some((label(block)?, n))).collect();
    let targets = |block: &Block<'_>| {
        let Some(last) = block.instructions.last() else { return Vec::new() };
        if !matches!(last.opcode, "br" | "switch" | "indirectbr") {
            return Vec::new();
        }
        let targets = last.text.split("label ").skip(1);
        let names = targets.filter_map(|target| names(target).next());
        let number = |name: &str| numbers.get(name.trim_start_matches('%')).copied();
        let mut targets: Vec<usize> = names.filter_map(number).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    };
    function.blocks.iter().map(targets).collect()
}

fn deciders_of(block: usize, successors: &[Vec<usize>]) -> Vec<usize> {
    // From where the function can end without this block.
    let mut avoids = vec![false; successors.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (from, next) in successors.iter().enumerate().rev() {
            let can = next.is_empty() || next.iter().any(|&to| avoids[to]);
            if from != block && !avoids[from] && can {
                avoids[from] = true;
                changed = true;
            }
        }
    }
    let must = |&to: &usize| to == block || !avoids[to];
    let decides = |from: &usize| {
        let next = &successors[*from];
        next.iter().any(must) && !next.iter().all(must)
    };
    (0..successors.len()).filter(decides).collect()
}
