#!/usr/bin/env bash
# Runs the tests of another Python package, `toons` 0.9.0, with our module instead: python_toons.sh VENV
#
# The module must be installed in VENV. Each test that is left out has a reason below.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=$PWD/$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$venv/bin/python" -m pip download --quiet --no-deps --no-binary toons --dest "$folder" toons==0.9.0
tar --extract --gzip --file "$folder"/toons-0.9.0.tar.gz --directory "$folder" --strip-components 1
sed --in-place 's/^import toons$/import toon_serde as toons/; s/^from toons import/from toon_serde import/' "$folder"/tests/integration/*.py

options=()
leave_out() { # REASON TEST...
  for test in "${@:2}"; do options+=(--deselect "tests/integration/$test"); done
}
fixtures() { # REASON NAME...
  for function in test_integration_loads test_integration_load; do
    for name in "${@:2}"; do options+=(--deselect "tests/integration/test_spec_fixtures.py::${function}[$name"); done
  done
}

fixtures "specification 4.1; 4.4 refuses malformed headers and lines" \
  "objects::treats " "objects::falls through to " "objects-keyed::skips an entry-depth line " "delimiters::falls through to "
leave_out "specification 4.1; 4.4 writes 1e-7 with an exponent" \
  test_complex_regression.py::TestComplexRegression::test_dumps_to_toon_equals_expected \
  test_complex_regression.py::TestComplexRegression::test_dump_equals_dumps
leave_out "the number of the version" test_smoke.py::TestModuleMetadata::test_toon_spec_version_is_exposed
leave_out "functions and options with other names: to_json, indent, source" \
  test_to_json.py test_smoke.py::TestIndentAlias test_encode_errors.py::TestOptionValidation::test_indent_alias \
  test_decode_errors.py::TestToonDecodeErrorClassHierarchy::test_attributes_always_present \
  test_decode_errors.py::TestToonDecodeErrorAttributes::test_missing_colon_attaches_offending_line \
  test_decode_errors.py::TestToonDecodeErrorAttributes::test_indentation_error_attaches_offending_line
leave_out "about the package's own files" test_stubs.py
leave_out "decimals and times, which json does not write, either" test_non_serializable.py
leave_out "keys that are numbers or None, which json writes" \
  test_encode_errors.py::TestUnsupportedTypes::test_non_string_key_raises_type_error
leave_out "a surrogate is a ValueError, as the others are" \
  test_encode_errors.py::TestUnsupportedTypes::test_surrogate_key_raises_type_error
leave_out "indentation by one space is allowed; another message" \
  test_encode_errors.py::TestOptionValidation::test_invalid_indent_size \
  test_encode_errors.py::TestOptionValidation::test_invalid_decode_indent_size
leave_out "another line of the same mistake" \
  test_decode_errors.py::TestToonDecodeErrorAttributes::test_count_mismatch_reports_header_line
leave_out "another message" \
  test_v4_forms.py::TestDocumentedPolicies::test_tab_indentation_counts_as_one_level \
  test_v4_forms.py::TestDocumentedPolicies::test_out_of_range_float_is_rejected_in_strict_mode \
  test_smoke.py::TestSmokeStrictFlag test_decode_errors.py::TestNestingLimit::test_nesting_beyond_the_limit_raises \
  test_encode_errors.py::TestUnsupportedTypes::test_unsupported_value_raises_type_error \
  test_encode_errors.py::TestUnsupportedTypes::test_dump_rejects_unsupported_value \
  test_encode_errors.py::TestRecursionLimits

cd "$folder"
"$venv/bin/python" -m pytest --quiet -p no:cacheprovider --ignore tests/integration/test_benchmark_payloads.py "${options[@]}" tests/integration
