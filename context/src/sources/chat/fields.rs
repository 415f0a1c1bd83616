//! The fields of messages.

use super::error::{Mistake, Result};
use crate::words::Role;
use serde::Deserialize;
use serde_json::value::RawValue;

/// A message of any of the APIs. Each field is read on its own, so that errors can name it.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
pub(super) struct Fields<'j> {
    #[serde(borrow)]
    pub(super) r#type: Option<&'j RawValue>,
    #[serde(borrow)]
    pub(super) role: Option<&'j RawValue>,
    #[serde(borrow)]
    pub(super) id: Option<&'j RawValue>,
    /// Of a message with the role `function`.
    #[serde(borrow)]
    pub(super) name: Option<&'j RawValue>,
    #[serde(borrow)]
    pub(super) content: Option<&'j RawValue>,
    #[serde(borrow)]
    pub(super) refusal: Option<&'j RawValue>,
    #[serde(borrow)]
    pub(super) tool_calls: Option<&'j RawValue>,
    #[serde(borrow)]
    pub(super) function_call: Option<&'j RawValue>,
    #[serde(borrow)]
    pub(super) tool_call_id: Option<&'j RawValue>,
    #[serde(borrow)]
    pub(super) call_id: Option<&'j RawValue>,
    #[serde(borrow)]
    pub(super) approval_request_id: Option<&'j RawValue>,
}

impl<'j> Fields<'j> {
    pub(super) fn read(json: &'j RawValue) -> Result<Self> {
        Ok(serde_json::from_str(json.get())?)
    }

    /// Who speaks. `None` if it is not a message, but another element, such as a call.
    pub(super) fn role(&self) -> Result<Option<Role>> {
        let Some(role) = field::<String>("role", self.role)? else { return Ok(None) };
        match role.as_str() {
            "function" => Ok(Some(Role::Tool)),
            "developer" => Ok(Some(Role::System)),
            role => Role::from_word(role).map(Some).ok_or_else(|| unknown_role(role)),
        }
    }
}

/// The value of the field `name`.
pub(super) fn field<'j, T: Deserialize<'j>>(name: &str, json: Option<&'j RawValue>) -> Result<Option<T>> {
    let value = json.map(|json| serde_json::from_str(json.get())).transpose();
    value.map_err(|error| Mistake::from(error).in_field(name))
}

fn unknown_role(role: &str) -> Mistake {
    let known = "`system`, `developer`, `user`, `assistant`, `tool` or `function`";
    Mistake::new(format!("unknown role {role:?}, expected {known}"))
}
