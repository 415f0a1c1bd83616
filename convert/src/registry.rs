//! What is known about a server's tools when their results arrive.

use crate::{Call, Client, Definition};
use serde_json::value::RawValue;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The maximum numbers of tools (the first ones) and tasks (the latest ones) to remember.
const MAX_TOOLS: usize = 4096;
const MAX_TASKS: usize = 1024;

/// A call of a tool, and the host that made it.
#[derive(Clone, Debug)]
pub struct ToolCall {
    /// The tool's name.
    pub tool: String,
    /// The arguments, if there are any.
    pub arguments: Option<Box<RawValue>>,
    /// What is known about the host.
    pub client: Client,
}

impl ToolCall {
    /// The call as a converter expects it.
    pub fn about(&self, definition: Definition) -> Call<'_> {
        let call = Call::new(&self.tool).definition(definition).client(self.client);
        match &self.arguments {
            Some(arguments) => call.arguments(arguments),
            None => call,
        }
    }
}

/// The definitions of tools, by name, and the calls that became tasks, by task id.
#[derive(Debug, Default)]
pub struct Registry {
    definitions: Mutex<HashMap<String, Definition>>,
    tasks: Mutex<VecDeque<(String, ToolCall)>>,
}

impl Registry {
    fn definitions(&self) -> MutexGuard<'_, HashMap<String, Definition>> {
        self.definitions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tasks(&self) -> MutexGuard<'_, VecDeque<(String, ToolCall)>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the definition of a tool, replacing any earlier one.
    pub fn define(&self, tool: &str, definition: Definition) {
        let mut definitions = self.definitions();
        if definitions.len() < MAX_TOOLS || definitions.contains_key(tool) {
            definitions.insert(tool.to_owned(), definition);
        }
    }

    /// The definition of a tool. If it is unknown, the tool may have declared anything.
    pub fn definition(&self, tool: &str) -> Definition {
        self.definitions().get(tool).copied().unwrap_or(Definition::unknown())
    }

    /// Whether the server has listed the tool.
    pub fn is_defined(&self, tool: &str) -> bool {
        self.definitions().contains_key(tool)
    }

    /// Records that a call has become a task.
    pub fn begin_task(&self, id: String, call: ToolCall) {
        let mut tasks = self.tasks();
        if tasks.len() == MAX_TASKS {
            tasks.pop_front();
        }
        tasks.push_back((id, call));
    }

    /// The call that became this task.
    pub fn task(&self, id: &str) -> Option<ToolCall> {
        self.tasks().iter().rev().find(|(task, _)| task == id).map(|(_, call)| call.clone())
    }
}
