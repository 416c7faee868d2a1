use super::*;
use crate::sample;

fn plain(width: usize) -> Screen {
    Screen { width, has_colour: false }
}

#[test]
fn the_most_important_finding_comes_first_with_all_that_is_needed_to_see_it() {
    let text = render(&sample::cut(), plain(100));
    let first = text.split("\n\n").next().unwrap();
    for part in [
        "1. regression: `cut -f 1-9`: heap-buffer-overflow in mark_fields at src/cut.c:27 [r-5f3a91c2]",
        "where  src/cut.c:43: only the new version takes the branch",
        "43 +         out->high = strtoul(end + 1, &end, 10);",
        "when   arg2[1] = '-' and arg2[2] in '1'..'9'",
        "run    printf 'a:b:c\\nd:e:f\\n' | build/new/cut -f 1-9",
        "found by concolic, 14 inputs; tests: tests/fields.sh #3; tests/ranges.sh #1",
        "≠ │ old: exit 0",
        "│ new: signal 6",
        "- │ a:b:c",
        "+ │                                              │ 2> free(): invalid next size (normal)",
    ] {
        assert!(first.contains(part), "{part} is not in\n{first}");
    }
}

#[test]
fn the_end_has_counts_coverage_and_what_is_not_known() {
    let text = render(&sample::cut(), plain(100));
    let end = text.rsplit("\n\n").next().unwrap();
    for part in [
        "program cut: 14 of 41 tests execute changed code, 96 inputs generated, 137 run natively",
        "patch   tests execute 4 of 7 changed lines of code, 6 with generated inputs",
        "unknown cut: unsupported: inline assembly `rdtsc` in now at src/time.c:9 (3 times)",
        "result  HEAD~1..HEAD: 1 regression, 2 output differences, 1 fix, 1 silent divergence, 1 accepted",
    ] {
        assert!(end.contains(part), "{part} is not in\n{end}");
    }
    assert!(!text.contains("acce97ed"), "accepted findings are only counted");
}

/// Commands are there to be pasted, and ids to be copied: only lines with them may be wider.
#[test]
fn lines_are_no_wider_than_the_screen() {
    for width in [40, 63, 64, 80, 100, 132, 200] {
        let text = render(&sample::cut(), plain(width));
        for line in text.lines().filter(|line| !line.contains("run  ") && !line.contains(". ")) {
            assert!(columns::width(line) <= width, "{width}: {} {line}", columns::width(line));
        }
    }
}

#[test]
fn hostile_texts_reach_no_terminal_and_begin_no_line() {
    for has_colour in [false, true] {
        let mut text = render(&sample::hostile(), Screen { width: 80, has_colour });
        if has_colour {
            let codes = ["0", "1", "2", "1;31", "1;33", "1;32", "31", "32", "1;7;31", "1;7;32"];
            codes.iter().for_each(|code| text = text.replace(&format!("\x1b[{code}m"), ""));
        }
        assert!(text.chars().all(|c| c == '\n' || !c.is_control() && c != '\u{202e}'));
        assert!(text.lines().all(|line| !line.trim_start().starts_with("::")));
    }
}

#[test]
fn a_difference_far_to_the_right_is_seen() {
    let mut results = sample::cut();
    let finding = &mut results.findings[1];
    finding.old.stdout.0 = [b"x".repeat(500), b"-old-\n".to_vec()].concat();
    finding.new.stdout.0 = [b"x".repeat(500), b"-new-\n".to_vec()].concat();
    let text = render(&results, plain(80));
    assert!(text.contains("xx-old-") && text.contains("xx-new-"), "{text}");
}
