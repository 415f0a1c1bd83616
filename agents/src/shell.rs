//! Splits commands in a shell into words, as far as that is certain.

/// A word of a command.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Word {
    pub(crate) text: String,
    /// Whether the shell replaces variables in it.
    pub(crate) is_expanded: bool,
    /// Whether standard input is read from this file.
    pub(crate) is_input: bool,
}

impl Word {
    /// The name of a program, without its folder.
    pub(crate) fn program(&self) -> Option<&str> {
        if self.is_expanded || self.is_input {
            return None;
        }
        let name = self.text.rsplit(['/', '\\']).next()?;
        Some(name.strip_suffix(".exe").unwrap_or(name))
    }

    pub(crate) fn is_assignment(&self) -> bool {
        let is_name = |name: &str| {
            !name.is_empty()
                && !name.starts_with(|c: char| c.is_ascii_digit())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        self.text.split_once('=').is_some_and(|(name, _)| is_name(name))
    }

    /// The words that a variable may stand for.
    pub(crate) fn assigned(&self) -> Option<Vec<Word>> {
        let (_, value) = self.text.split_once('=').filter(|_| self.is_assignment())?;
        let word = |text: &str| Word { text: text.to_owned(), ..Word::default() };
        Some(value.split_whitespace().map(word).collect())
    }
}

/// The pipelines of a command, each with its commands and their words. `None` if it has anything else.
pub(crate) fn pipelines(command: &str) -> Option<Vec<Vec<Vec<Word>>>> {
    let mut lexer = Lexer {
        rest: command.chars().peekable(),
        pipelines: vec![vec![Vec::new()]],
        word: None,
        redirect: None,
    };
    lexer.read()?;
    let is_empty = |pipeline: &Vec<Vec<Word>>| matches!(pipeline.as_slice(), [only] if only.is_empty());
    lexer.pipelines.retain(|pipeline| !is_empty(pipeline));
    lexer.pipelines.iter().flatten().all(|command| !command.is_empty()).then_some(lexer.pipelines)
}

struct Lexer<'c> {
    rest: std::iter::Peekable<std::str::Chars<'c>>,
    pipelines: Vec<Vec<Vec<Word>>>,
    word: Option<Word>,
    /// What the next word is for, if not for the command.
    redirect: Option<Redirect>,
}

#[derive(Clone, Copy, PartialEq)]
enum Redirect {
    Input,
    Output,
}

impl Lexer<'_> {
    fn read(&mut self) -> Option<()> {
        while let Some(c) = self.rest.next() {
            match c {
                ' ' | '\t' => self.end_word()?,
                '\n' | ';' => {
                    self.end_command()?;
                    // `;;` and `;&` belong to `case`.
                    if c == ';' && matches!(self.rest.peek(), Some(';' | '&')) {
                        return None;
                    }
                    self.pipelines.push(vec![Vec::new()]);
                }
                '&' if self.next_is('&') => {
                    self.end_command()?;
                    self.pipelines.push(vec![Vec::new()]);
                }
                '&' if self.next_is('>') => {
                    self.end_word()?;
                    self.next_is('>');
                    self.redirect = Some(Redirect::Output);
                }
                '|' if self.next_is('|') => {
                    self.end_command()?;
                    self.pipelines.push(vec![Vec::new()]);
                }
                '|' if self.rest.peek() != Some(&'&') => {
                    self.end_command()?;
                    self.pipelines.last_mut()?.push(Vec::new());
                }
                '>' => {
                    // The number before it names what is redirected.
                    let is_number =
                        |word: &Word| !word.text.is_empty() && word.text.chars().all(|c| c.is_ascii_digit());
                    if self.word.as_ref().is_some_and(is_number) {
                        self.word = None;
                    }
                    self.end_word()?;
                    let _ = self.next_is('>') || self.next_is('|') || self.next_is('&');
                    self.redirect = Some(Redirect::Output);
                }
                '<' if !matches!(self.rest.peek(), Some('<' | '(' | '&' | '>')) => {
                    self.end_word()?;
                    self.redirect = Some(Redirect::Input);
                }
                '#' if self.word.is_none() => while self.rest.next_if(|c| *c != '\n').is_some() {},
                '\'' => {
                    let word = self.word.get_or_insert_default();
                    loop {
                        match self.rest.next()? {
                            '\'' => break,
                            c => word.text.push(c),
                        }
                    }
                }
                '"' => self.quoted()?,
                '\\' => match self.rest.next()? {
                    '\n' => {}
                    c => self.word.get_or_insert_default().text.push(c),
                },
                '$' => self.variable()?,
                // Files by pattern, groups, and commands within commands.
                '`' | '(' | ')' | '&' | '|' | '<' | '!' => return None,
                '*' | '?' | '[' | ']' | '{' | '}' | '~' => {
                    let word = self.word.get_or_insert_default();
                    word.text.push(c);
                    word.is_expanded = true;
                }
                c if c.is_control() => return None,
                c => self.word.get_or_insert_default().text.push(c),
            }
        }
        self.end_command()
    }

    fn next_is(&mut self, c: char) -> bool {
        self.rest.next_if_eq(&c).is_some()
    }

    /// The rest of a text in double quotes.
    fn quoted(&mut self) -> Option<()> {
        self.word.get_or_insert_default();
        loop {
            match self.rest.next()? {
                '"' => return Some(()),
                '`' => return None,
                '$' => self.variable()?,
                '\\' => match self.rest.next()? {
                    '\n' => {}
                    c @ ('"' | '\\' | '$' | '`') => self.word.get_or_insert_default().text.push(c),
                    c => self.word.get_or_insert_default().text.extend(['\\', c]),
                },
                c => self.word.get_or_insert_default().text.push(c),
            }
        }
    }

    /// A variable, but no command in its place.
    fn variable(&mut self) -> Option<()> {
        if matches!(self.rest.peek(), Some('(' | '\'' | '"')) {
            return None;
        }
        let word = self.word.get_or_insert_default();
        word.text.push('$');
        word.is_expanded = true;
        if self.rest.next_if_eq(&'{').is_some() {
            // Anything but a name may run a command.
            while self.rest.next_if(|c| c.is_ascii_alphanumeric() || *c == '_').is_some() {}
            self.rest.next_if_eq(&'}')?;
        }
        Some(())
    }

    fn end_word(&mut self) -> Option<()> {
        let Some(mut word) = self.word.take() else { return Some(()) };
        match self.redirect.take() {
            Some(Redirect::Output) => return Some(()),
            Some(Redirect::Input) => word.is_input = true,
            None => {}
        }
        // A group of commands, or one word for several.
        let is_several = word.text.contains('{') && (word.text.contains(',') || word.text.contains(".."));
        if matches!(word.text.as_str(), "{" | "}") || word.is_expanded && is_several {
            return None;
        }
        self.pipelines.last_mut()?.last_mut()?.push(word);
        Some(())
    }

    fn end_command(&mut self) -> Option<()> {
        self.end_word()?;
        // A redirection to nothing.
        self.redirect.is_none().then_some(())
    }
}
