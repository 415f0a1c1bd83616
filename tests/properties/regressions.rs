//! Named cases for mistakes that the fuzz targets and the comparison with the reference have found.

use serde::Deserialize;

/// serde gives these errors when the root's own `deserialize` call has returned, so nothing below
/// it can place them.
#[test]
fn a_rejection_of_the_whole_root_has_the_roots_place() {
    #[derive(Deserialize, Debug)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only ever read into")]
    enum Either {
        Number(u8),
        List(Vec<u8>),
    }
    #[derive(Deserialize, Debug)]
    #[serde(try_from = "u8")]
    struct Even;
    impl TryFrom<u8> for Even {
        type Error = String;
        fn try_from(number: u8) -> Result<Even, String> {
            if number % 2 == 0 { Ok(Even) } else { Err(format!("{number} is odd")) }
        }
    }
    for text in ["null", "\u{feff}# comment\n\nnull", "[1]: x", "a: 1"] {
        let error = toon::from_str::<Either>(text).unwrap_err();
        assert_eq!((error.line(), error.column()), (text.split('\n').count(), 1), "{text:?}: {error}");
    }
    let error = toon::from_str::<Even>("# comment\n3").unwrap_err();
    assert_eq!((error.line(), error.column()), (2, 1), "{error}");
}

/// An extension: a chain with a key that is not a valid segment is not folded, not even up to that
/// key.
#[test]
fn chains_with_a_refused_segment_stay_nested() {
    use std::collections::BTreeMap;
    let nest = |key: &'static str| {
        BTreeMap::from([("a", BTreeMap::from([("b", BTreeMap::from([(key, BTreeMap::from([("x", 1)]))]))]))])
    };
    let folding = toon::EncodeOptions::new().key_folding(toon::KeyFolding::Safe);
    assert_eq!(folding.to_string(&nest("c")).unwrap(), "a.b.c.x: 1");
    assert_eq!(folding.to_string(&nest("c-d")).unwrap(), "a:\n  b:\n    \"c-d\":\n      x: 1");
    assert_eq!(folding.to_string(&nest("__proto__")).unwrap(), "a:\n  b:\n    __proto__:\n      x: 1");
}

/// §2: of two shortest texts that are equally near, the one that ends in an even digit.
#[test]
#[allow(clippy::excessive_precision, reason = "the value itself, not its shortest text")]
fn ties_between_shortest_digits_go_to_the_even_one() {
    assert_eq!(toon::to_string(&9_382_687_230_160.062_5).unwrap(), "9382687230160.062");
    assert_eq!(toon::to_string(&-1_687_263_189_478_060.25).unwrap(), "-1687263189478060.2");
    assert_eq!(toon::to_string(&2_f64.powi(-24)).unwrap(), "5.960464477539063e-8");
}

/// §6: no white space in front of a bracket segment, a tab neither, also on a hyphen line and for a
/// variant.
#[test]
fn a_tab_in_front_of_a_bracket() {
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "only ever read into")]
    enum Variant {
        A(Vec<u8>),
    }
    fn is_refused<T: serde::de::DeserializeOwned + std::fmt::Debug>(text: &str, line: usize, column: usize) {
        let error = toon::from_str::<T>(text).unwrap_err();
        assert!(matches!(error.kind(), toon::ErrorKind::HeaderSpace), "{text:?}: {error}");
        assert_eq!((error.line(), error.column()), (line, column), "{text:?}");
    }
    is_refused::<serde_json::Value>("a\t[2]: 1,2", 1, 2);
    is_refused::<serde_json::Value>("[1]:\n  - b: 1\n    a\t[2]: 1,2", 3, 6);
    for length in ["2", "12"] {
        let text = format!("[1]:\n  - A\t[{length}]: 1,2");
        is_refused::<serde_json::Value>(&text, 2, 6);
        is_refused::<Vec<Variant>>(&text, 2, 6);
    }
}
