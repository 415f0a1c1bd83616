//! No text breaks the decoder: depth, size, and wrong lengths.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::time::{Duration, Instant};
use toon::{DecodeOptions, Error, ErrorKind};

/// With the default stack size of threads.
fn on_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap()
}

fn is_depth_limit(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::DepthLimit { limit: 128, .. }) && error.line() > 0
}

/// The limit for `Some`s and newtypes.
fn is_wrapper_limit(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::DepthLimit { limit: 1024, .. }) && error.line() > 0
}

fn nested(levels: usize) -> String {
    (0..levels).map(|level| format!("{}a:\n", "  ".repeat(level))).collect()
}

#[test]
fn deep_nesting_is_an_error_with_a_place() {
    on_small_stack(|| {
        let lists: String = core::iter::once("[1]:".to_owned())
            .chain((1..3_000).map(|level| format!("\n{}- [1]:", "  ".repeat(level))))
            .collect();
        let objects: String = core::iter::once("a[1]:".to_owned())
            .chain((0..3_000).map(|level| format!("\n{}- a[1]:", "  ".repeat(2 * level + 1))))
            .collect();
        let options = DecodeOptions::new();
        for text in [nested(3_000), lists, objects] {
            for error in [
                options.from_str::<Value>(&text).map(drop).unwrap_err(),
                options.from_str::<IgnoredAny>(&text).map(drop).unwrap_err(),
            ] {
                assert!(is_depth_limit(&error), "{error}");
            }
        }
    });
}

#[test]
fn what_fits_on_one_line_is_an_error_too() {
    on_small_stack(|| {
        let groups = format!("[1]{{{}a{}}}:\n  1", "a{".repeat(100_000), "}".repeat(100_000));
        let error = toon::from_str::<Value>(&groups).unwrap_err();
        assert!(is_depth_limit(&error), "{error}");
        let path = format!("{}a: 1", "a.".repeat(100_000));
        let fields = format!("[1]{{{}a}}:\n  1", "a.".repeat(100_000));
        let entries = format!("[1:]{{x}}:\n  {}a: 1", "a.".repeat(100_000));
        let options = DecodeOptions::new().expand_paths(true);
        for text in [path, fields, entries] {
            let error = options.from_str::<Value>(&text).unwrap_err();
            assert!(is_depth_limit(&error), "{error}");
            let error = options.from_str::<IgnoredAny>(&text).map(drop).unwrap_err();
            assert!(is_depth_limit(&error), "{error}");
        }
    });
}

#[test]
fn level_128_is_read_and_129_is_not() {
    assert!(toon::from_str::<Value>(&nested(127)).is_ok());
    assert!(toon::from_str::<IgnoredAny>(&nested(127)).is_ok());
    assert!(toon::from_str::<Value>(&nested(128)).is_err());
    assert!(toon::from_str::<IgnoredAny>(&nested(128)).is_err());
    // The array, its row and 126 groups.
    let groups = |n: usize| format!("[1]{{{}a{}}}:\n  1", "a{".repeat(n), "}".repeat(n));
    assert!(toon::from_str::<Value>(&groups(126)).is_ok());
    assert!(toon::from_str::<Value>(&groups(127)).is_err());
    let path = |n: usize| format!("{}a: 1", "a.".repeat(n));
    let options = DecodeOptions::new().expand_paths(true);
    assert!(options.from_str::<Value>(&path(127)).is_ok());
    assert!(options.from_str::<Value>(&path(128)).is_err());
    assert!(toon::DecodeOptions::new().max_depth(0).from_str::<Vec<u8>>("[1]: 1").is_err());
    assert_eq!(toon::DecodeOptions::new().max_depth(0).from_str::<u8>("1").unwrap(), 1);
}

#[derive(Debug, Deserialize)]
struct Endless(#[allow(dead_code)] Option<Box<Endless>>);

#[test]
fn a_type_that_recurses_without_input() {
    on_small_stack(|| {
        for text in ["1", "a: 1", "[1]: 1"] {
            assert!(is_wrapper_limit(&toon::from_str::<Endless>(text).unwrap_err()));
        }
        assert!(toon::from_str::<Endless>("null").is_ok());
        let key: Result<std::collections::BTreeMap<KeyLoop, u8>, _> = toon::from_str("a: 1");
        assert!(is_wrapper_limit(&key.unwrap_err()));
    });
}

#[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct KeyLoop(Box<KeyLoop>);

#[test]
fn lengths_that_are_not_true() {
    for (text, expected) in [
        ("[18446744073709551615]:\n  - 1\n  - 2", u64::MAX),
        ("[999999999999]:\n  - 1\n  - 2", 999_999_999_999),
        ("[999999999999]: 1,2", 999_999_999_999),
        ("[999999999999]{a}:\n  1\n  2", 999_999_999_999),
        ("[999999999999:]{a}:\n  x: 1\n  y: 2", 999_999_999_999),
    ] {
        for error in [
            toon::from_str::<Value>(text).map(drop).unwrap_err(),
            toon::from_str::<IgnoredAny>(text).map(drop).unwrap_err(),
        ] {
            match *error.kind() {
                ErrorKind::CountMismatch { expected: declared, found, .. } => {
                    assert_eq!((declared, found), (expected, 2));
                }
                ref other => panic!("{text}: {other}"),
            }
            assert_eq!(error.classify(), toon::Category::Eof);
        }
    }
}

/// Time per byte at two sizes, a factor of ten apart: generous, since tests run on busy machines.
fn is_linear(make: impl Fn(usize) -> String, size: usize, options: &DecodeOptions) {
    let time = |text: &str| {
        let best = (0..3)
            .map(|_| {
                let start = Instant::now();
                let _ = options.from_str::<IgnoredAny>(text).map(drop);
                start.elapsed()
            })
            .min();
        best.unwrap_or(Duration::MAX).as_secs_f64() / text.len() as f64
    };
    let (small, large) = (time(&make(size)), time(&make(size * 10)));
    assert!(large < small * 4.0, "{small:e} s per byte, then {large:e}");
}

#[test]
#[ignore = "measures time: run it alone, in release"]
fn large_documents_take_linear_time() {
    let lenient = DecodeOptions::new().strict(false);
    let expanding = DecodeOptions::new().expand_paths(true);
    for options in [DecodeOptions::new(), lenient, expanding] {
        is_linear(|n| (0..n).map(|i| format!("key{i}: {i}\n")).collect(), 10_000, &options);
        is_linear(|n| "# comment\n".repeat(n), 10_000, &options);
        is_linear(|n| "\n".repeat(n), 100_000, &options);
        is_linear(|n| format!("a: {}", "x".repeat(n)), 1_000_000, &options);
        is_linear(|n| format!("a: \"{}\"", "\\n".repeat(n)), 300_000, &options);
        is_linear(
            |n| format!("[0]{{{}z}}:", (0..n).map(|i| format!("f{i},")).collect::<String>()),
            10_000,
            &options,
        );
        is_linear(|n| format!("[{n}]: {}", vec!["1"; n].join(",")), 100_000, &options);
        is_linear(
            |n| format!("[{n}:]{{a}}:{}", (0..n).map(|i| format!("\n  k{i}: 1")).collect::<String>()),
            10_000,
            &options,
        );
        is_linear(|n| format!("a: {}", "9".repeat(n)), 100_000, &options);
    }
    is_linear(
        |n| (0..n).map(|i| format!("a.b{i}: {i}\n")).collect(),
        10_000,
        &DecodeOptions::new().expand_paths(true),
    );
}

/// Objects in objects, each with a field after the inner one: without strictness, and with path
/// expansion, an object's keys are looked for before it is read, but not among what is nested in
/// it.
#[test]
fn deep_documents_take_no_more_time_than_flat_ones() {
    let document = |levels: usize| {
        let lines = (0..levels).map(|level| format!("{}a:\n", "  ".repeat(level)));
        let after = (0..levels).rev().map(|level| format!("{}b: 1\n", "  ".repeat(level)));
        let inner = (0..5_000).map(|index| format!("{}k{index}: 1\n", "  ".repeat(levels)));
        lines.chain(inner).chain(after).collect::<String>()
    };
    let (flat, deep) = (document(1), document(60));
    for options in [DecodeOptions::new().strict(false), DecodeOptions::new().expand_paths(true)] {
        let time = |text: &str| {
            let start = Instant::now();
            options.from_str::<IgnoredAny>(text).unwrap();
            start.elapsed()
        };
        let best = |text: &str| (0..3).map(|_| time(text)).min().unwrap();
        let (deep, flat) = (best(&deep), best(&flat));
        // Indentation makes the deep one a dozen times as long.
        assert!(deep < flat * 8, "{deep:?}, flat {flat:?}");
    }
}

/// Every prefix and every single-byte change of a document with all constructs.
#[test]
fn mutations_never_panic() {
    let text = "# c\na: 1\nb:\n  \"c\\n\": \"d\\u0041\"\nl[3]:\n  - 1\n  - x: 1\n    y[2|]: a|b\n  - [1]: z\n\
                t[2]{a,b{c,\"d\"}}:\n  1,2,3\n  \"4\",5,6\nk[1:]{v}:\n  é: 1\n\np.q: 1\np.r: 2\n";
    let bytes = b":\"\\[]{},|\t -#\n\r1a\xc3\x80\xff";
    let check = |text: &[u8]| {
        for strict in [true, false] {
            for expand in [true, false] {
                let options = DecodeOptions::new().strict(strict).expand_paths(expand).detect_indent(expand);
                let value = options.from_slice::<Value>(text);
                let ignored = options.from_slice::<IgnoredAny>(text);
                assert_eq!(value.is_ok(), ignored.is_ok(), "{:?}", String::from_utf8_lossy(text));
                if let Err(error) = value {
                    let source = String::from_utf8_lossy(text);
                    assert!(!error.render(&source).is_empty());
                    assert!(!error.to_string().contains('\n'));
                }
            }
        }
    };
    for end in 0..text.len() {
        check(&text.as_bytes()[..end]);
    }
    for at in 0..text.len() {
        for &byte in bytes {
            let mut changed = text.as_bytes().to_vec();
            changed[at] = byte;
            check(&changed);
            changed.insert(at, byte);
            check(&changed);
        }
    }
}
