//! Inputs that both accept.

pub(crate) const JSON: &[&str] = &[
    "{}",
    "[]",
    "null",
    "true",
    "-1.5e3",
    "\"text with spaces\"",
    "\"\"",
    "[1,2,3]",
    "[\"a,b\",\"c|d\",\"e\\tf\",\"\"]",
    "{\"a\":1,\"b\":\"x\",\"c\":null}",
    "{\"a b\":1,\"a.b\":2,\"\":3,\"x-1\":4}",
    "{\"users\":[{\"id\":1,\"name\":\"Ada\"},{\"id\":2,\"name\":\"Bob\"}]}",
    "[{\"id\":1,\"name\":\"Ada\"},{\"name\":\"Bob\",\"id\":2}]",
    "[{\"id\":1,\"more\":{\"x\":1,\"y\":2}},{\"id\":2,\"more\":{\"x\":3,\"y\":4}}]",
    "{\"a\":{\"x\":1,\"y\":2},\"b\":{\"x\":3,\"y\":4}}",
    "[[1,2],[3],[]]",
    "[{\"a\":1},{\"b\":2},3,\"x\",null,[true]]",
    "{\"deep\":{\"er\":{\"est\":[{\"k\":[1,{\"v\":\"w\"}]}]}}}",
    "{\"text\":\"line\\nline \\\"quoted\\\" \\\\ é 👋 #\"}",
    "[0.1,1e21,1e-7,123456789,-0.0]",
    "[\"true\",\"null\",\"12\",\"-\",\"- a\",\"#\",\"a: b\",\"[1]\",\"{\"]",
    "  \n{ \"a\" : [ 1 ,\n 2 ] }\n",
];

pub(crate) const TOON: &[&str] = &[
    "a: 1",
    "hello world",
    "42",
    "\"quoted\"",
    "[]",
    "[3]: 1,2,3",
    "[0]:",
    "[2]{id,name}:\n  1,Ada\n  2,Bob",
    "[2|]{id|name}:\n  1|Ada\n  2|Bob\n",
    "users[2:]{age}:\n  ada: 1\n  bob: 2",
    "orders[1]{id,customer{name,country}}:\n  1,Ada,DK",
    "# comment\na: 1\n  # deep\nb[2]: x,y",
    "a:\n  b:\n    c: 1\n  d: 2\ne:",
    "items[3]:\n  - 1\n  - a: 1\n    b: 2\n  - [2]: x,y",
    "a: \"x\\ty\\n\\\"\\\\\\u0041\"",
    "\"a b\": 1\n\"\": 2",
    "a: 1\r\nb: 2\r\n",
    "a: []\nb: {}\nc: 007\nd: 1e3\ne: -0",
    "\u{feff}a: 1",
];

/// Inputs that both reject.
pub(crate) const NO_JSON: &[&str] = &["", "{", "[1,]", "{a:1}", "tru", "\"\\x\""];

pub(crate) const NO_TOON: &[&str] = &[
    "a[2]: 1",
    "a: 1\na: 2",
    "a\nb",
    "a:\n   b: 1",
    "[2]{a,b}:\n  1,2\n  3",
    "a: \"x",
    "a: \"\\q\"",
    "[1]: 1\nb: 2",
    "a[1]{x,x}:\n  1,2",
    "\ta: 1",
];
