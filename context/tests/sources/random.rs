//! Random chats that the APIs allow.

use serde_json::{Value, json};

/// A generator of random numbers (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }
}

/// How many random chats are checked: `CHATS`, or a few.
pub(crate) fn chats() -> usize {
    std::env::var("CHATS").ok().and_then(|count| count.parse().ok()).unwrap_or(100)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Api {
    OpenAi,
    Anthropic,
    Responses,
}

/// A chat, whose texts contain numbers such as `t7t`.
#[derive(Debug)]
pub(crate) struct RandomChat {
    pub(crate) api: Api,
    pub(crate) json: String,
    /// The request, unless it is only the messages.
    request: Option<Value>,
    /// The messages.
    pub(crate) messages: Vec<Value>,
    /// The numbers of the texts of each group that is only shown together.
    pub(crate) groups: Vec<Vec<usize>>,
    /// The numbers of the instructions and the last words of the user.
    pub(crate) always: Vec<usize>,
}

struct Builder<'r> {
    random: &'r mut Random,
    api: Api,
    messages: Vec<Value>,
    groups: Vec<Vec<usize>>,
    /// The number of the next text.
    next: usize,
}

impl Builder<'_> {
    /// A text with the next number.
    fn text(&mut self) -> String {
        self.next += 1;
        format!("t{}t{}", self.next, " word".repeat(self.random.below(12)))
    }

    fn user(&mut self) {
        let text = self.text();
        let kind = if self.api == Api::Responses { "input_text" } else { "text" };
        let content = match self.random.below(3) {
            0 => json!([{"type": kind, "text": text}]),
            _ => json!(text),
        };
        self.messages.push(json!({"role": "user", "content": content}));
        self.groups.push(vec![self.next]);
    }

    /// An answer, or a step with calls and results, in which every text has a number.
    fn step(&mut self) {
        let start = self.next;
        let calls = self.random.below(3);
        // Identifiers are used again, as some programs do.
        let id = |call: usize| format!("call_{call}");
        let say = calls == 0 || self.random.below(2) == 0;
        match self.api {
            Api::OpenAi => {
                let content = if say { json!(self.text()) } else { Value::Null };
                let mut message = json!({"role": "assistant", "content": content});
                if calls > 0 {
                    let calls = (0..calls).map(|call| {
                        let arguments = format!("{{\"a\":\"{}\"}}", self.text());
                        json!({"id": id(call), "type": "function", "function": {"name": "f", "arguments": arguments}})
                    });
                    message["tool_calls"] = calls.collect();
                }
                self.messages.push(message);
                for call in (0..calls).rev() {
                    let text = self.text();
                    self.messages.push(json!({"role": "tool", "tool_call_id": id(call), "content": text}));
                }
            }
            Api::Anthropic => {
                let mut parts = Vec::new();
                if say {
                    parts.push(json!({"type": "text", "text": self.text()}));
                }
                for call in 0..calls {
                    let input = json!({"a": self.text()});
                    parts.push(json!({"type": "tool_use", "id": id(call), "name": "f", "input": input}));
                }
                self.messages.push(json!({"role": "assistant", "content": parts}));
                if calls > 0 {
                    let results = (0..calls)
                        .map(|call| json!({"type": "tool_result", "tool_use_id": id(call), "content": self.text()}));
                    let results = results.collect::<Value>();
                    self.messages.push(json!({"role": "user", "content": results}));
                }
            }
            Api::Responses => {
                if self.random.below(2) == 0 {
                    self.messages.push(json!({"type": "reasoning", "id": "rs", "summary": []}));
                }
                if calls == 0 {
                    let text = json!([{"type": "output_text", "text": self.text()}]);
                    self.messages.push(json!({"type": "message", "role": "assistant", "content": text}));
                }
                for call in 0..calls {
                    let arguments = self.text();
                    self.messages.push(
                        json!({"type": "function_call", "call_id": id(call), "name": "f", "arguments": arguments}),
                    );
                }
                for call in 0..calls {
                    let output = self.text();
                    self.messages
                        .push(json!({"type": "function_call_output", "call_id": id(call), "output": output}));
                }
            }
        }
        self.groups.push((start + 1..=self.next).collect());
    }
}

pub(crate) fn chat(random: &mut Random) -> RandomChat {
    let api = [Api::OpenAi, Api::Anthropic, Api::Responses][random.below(3)];
    let mut builder = Builder { random, api, messages: Vec::new(), groups: Vec::new(), next: 0 };
    let mut always = Vec::new();
    let mut request = json!({"model": "m"});
    if builder.random.below(3) > 0 {
        let text = builder.text();
        always.push(builder.next);
        builder.groups.push(vec![builder.next]);
        match api {
            Api::OpenAi => builder.messages.push(json!({"role": "system", "content": text})),
            Api::Anthropic => request["system"] = json!(text),
            Api::Responses => request["instructions"] = json!(text),
        }
    }
    let exchanges = 1 + builder.random.below(5);
    for exchange in 1..=exchanges {
        builder.user();
        if exchange == exchanges {
            always.push(builder.next);
        }
        // Anthropic's turns alternate.
        let steps = builder.random.below(5);
        for step in 0..steps.max(usize::from(exchange < exchanges)) {
            let is_after_answer = builder.messages.last().is_some_and(|last| last["role"] == "assistant");
            if api == Api::Anthropic && step > 0 && is_after_answer {
                break;
            }
            builder.step();
        }
        let ends_with_results = builder.messages.last().is_some_and(|last| last["role"] == "user");
        if api == Api::Anthropic && exchange < exchanges && ends_with_results {
            let text = builder.text();
            builder.messages.push(json!({"role": "assistant", "content": text}));
            builder.groups.push(vec![builder.next]);
        }
    }
    let Builder { messages, groups, .. } = builder;
    let is_request = api != Api::OpenAi || random.below(2) == 0;
    let mut chat = RandomChat { api, json: String::new(), request: None, messages, groups, always };
    chat.request = is_request.then_some(request);
    chat.json = chat.with(&chat.messages);
    chat
}

impl RandomChat {
    /// The same with these messages.
    pub(crate) fn with(&self, messages: &[Value]) -> String {
        let Some(mut request) = self.request.clone() else { return serde_json::to_string(messages).unwrap() };
        request[self.field()] = json!(messages);
        match self.api {
            Api::OpenAi => serde_json::to_string(&request).unwrap(),
            _ => serde_json::to_string_pretty(&request).unwrap(),
        }
    }

    /// The field that contains the messages.
    pub(crate) fn field(&self) -> &'static str {
        if self.api == Api::Responses { "input" } else { "messages" }
    }
}
