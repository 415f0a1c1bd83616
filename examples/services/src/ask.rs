//! Asks a model until its answer can be read.

use serde::de::DeserializeOwned;

/// Why there is no answer: the model failed, or its last answer could not be read.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// How often a model may correct its answer.
const MAX_CORRECTIONS: usize = 2;

/// A client of a model's API.
pub trait Model {
    /// Sends a conversation, and returns what the model answers.
    ///
    /// Fails if the model did not stop by itself, which APIs report in `finish_reason` or
    /// `stop_reason`, since rows may be missing then.
    fn answer(&mut self, messages: &[Message]) -> impl Future<Output = Result<String, Error>> + Send;
}

/// A message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// From us to the model.
    User(String),
    /// From the model to us.
    Model(String),
}

/// Asks for an answer in TOON, and sends mistakes back to the model until there are none.
///
/// # Errors
/// Fails if the model does, and if its last answer cannot be read.
pub async fn ask<T: DeserializeOwned>(model: &mut impl Model, question: &str) -> Result<T, Error> {
    let (rules, template) = (toon::prompt::WRITING_SHORT, toon_answer::template::<T>());
    let mut messages = vec![Message::User(format!("{question}\n\n{rules}\n\n{template}"))];
    // The model has stopped by itself.
    let options = toon_answer::Options::new().complete(true);
    loop {
        let answer = model.answer(&messages).await?;
        match options.from_answer(&answer) {
            Ok(answer) => return Ok(answer.value),
            Err(error) if error.is_cut_off() || messages.len() > 2 * MAX_CORRECTIONS => {
                return Err(error.into());
            }
            Err(error) => messages.extend([Message::Model(answer), Message::User(error.to_message())]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    /// A model that gives these answers, and keeps the last conversation.
    struct Script {
        answers: VecDeque<&'static str>,
        messages: Vec<Message>,
    }

    impl Script {
        fn new(answers: impl IntoIterator<Item = &'static str>) -> Self {
            Script { answers: answers.into_iter().collect(), messages: Vec::new() }
        }
    }

    impl Model for Script {
        async fn answer(&mut self, messages: &[Message]) -> Result<String, Error> {
            self.messages = messages.to_vec();
            Ok(self.answers.pop_front().ok_or("the model is overloaded")?.into())
        }
    }

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Planet {
        name: String,
        moons: u32,
    }

    fn planets() -> Vec<Planet> {
        vec![Planet { name: "Earth".into(), moons: 1 }, Planet { name: "Mars".into(), moons: 2 }]
    }

    #[tokio::test]
    async fn mistakes_are_sent_back() {
        let wrong = "```toon\n[2]{name,moons}:\n  Earth,one\n  Mars,2\n```";
        let right = "Sorry!\n\n```toon\n[2]{name,moons}:\n  Earth,1\n  Mars,2\n```";
        let mut model = Script::new(["I know some planets.", wrong, right]);
        let answer: Vec<Planet> = ask(&mut model, "Which planets have few moons?").await.unwrap();
        assert_eq!(answer, planets());
        let [Message::User(question), rest @ ..] = &model.messages[..] else { panic!("no question") };
        assert!(question.starts_with("Which planets have few moons?\n\n"), "{question}");
        assert_eq!(
            rest,
            [
                Message::Model("I know some planets.".into()),
                Message::User(
                    "Your answer contains no TOON document. Send the data as TOON, in a code block: \
                     a line ```toon before it and a line ``` after it."
                        .into()
                ),
                Message::Model(wrong.into()),
                Message::User(
                    "\
Your answer could not be read. Correct this mistake and send the complete document again.

Line 3, column 9, in [0].moons: expected a non-negative integer, found string \"one\"
      Earth,one
To fix this: write a non-negative integer"
                        .into()
                ),
            ],
        );
    }

    #[tokio::test]
    async fn harmless_mistakes_are_repaired() {
        let mut model = Script::new(["Here you are:\n```toon\n[3]{name,moons}:\nEarth,1\nMars,2\n```"]);
        assert_eq!(ask::<Vec<Planet>>(&mut model, "?").await.unwrap(), planets());
        assert_eq!(model.messages.len(), 1);
    }

    #[tokio::test]
    async fn gives_up() {
        let mut model = Script::new(["No.", "No.", "Never.", "[0]:"]);
        let error = ask::<Vec<Planet>>(&mut model, "?").await.unwrap_err();
        assert!(error.is::<toon_answer::AnswerError>());
        assert_eq!(model.answers, ["[0]:"]);

        let error = ask::<Vec<Planet>>(&mut Script::new(["No."]), "?").await.unwrap_err();
        assert_eq!(error.to_string(), "the model is overloaded");

        let cut_off = "```toon\n[2]{name,moons}:\n  Earth,1\n  M";
        let error = ask::<Vec<Planet>>(&mut Script::new([cut_off]), "?").await.unwrap_err();
        assert_eq!(error.to_string(), "the answer was cut off at line 4: 1 of 2 rows are complete");
    }
}
