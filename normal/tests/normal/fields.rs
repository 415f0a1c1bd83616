//! For any value and any selection, the form has what a model of the selection has, in its order.

#[path = "../../../tests/support/disguise.rs"]
mod disguise;
#[path = "../../../tests/ser/fields/wanted.rs"]
mod wanted;

use disguise::{Costume, disguised};
use proptest::prelude::*;
use toon::{EncodeOptions, ErrorKind};
use toon_normal::Options;
use toon_testing::effort;
use toon_testing::value;
use wanted::{Wanted, asked, matches_nothing, selected};

proptest! {
    #![proptest_config(effort::cases(1024))]

    #[test]
    fn the_rest_is_not_in_the_form((value, paths) in selected(value(4)), seed in any::<u64>()) {
        let expected = serde_json::to_string(&Wanted::new(&paths).of(&value)).unwrap();
        let expected = toon_normal::to_json(&Options::new().from_json(&expected).unwrap().text).unwrap();
        let options = Options::new().encode(EncodeOptions::new().fields(paths.iter().map(|path| asked(path))));
        let text = options.from_json(&value.to_string());
        if matches_nothing(&value, &paths) {
            let is_unknown = matches!(text.unwrap_err().kind(), ErrorKind::UnknownFieldPath { .. });
            prop_assert!(is_unknown);
            return Ok(());
        }
        let text = text.unwrap().text;
        prop_assert_eq!(&toon_normal::to_json(&text).unwrap(), &expected, "{:?} of {}", &paths, &value);
        for costume in Costume::wardrobe(seed) {
            let text = disguised(&value, costume, |value| options.to_string(value)).unwrap().text;
            prop_assert_eq!(&toon_normal::to_json(&text).unwrap(), &expected, "{:?} of {}", &paths, &value);
        }
    }
}
