//! Calls that become tasks, in both generations of tasks.

use super::bridge::{Front as Bridge, messages};
use super::rewriter::{REPEATED, ask, call, relay, small};
use crate::proxy::Relay;
use crate::tests::support::call as request;
use serde_json::{Value, json};

const LIST: &str = r#"{"tools":[{"name":"rows","outputSchema":{},"inputSchema":{}},{"name":"read_file","inputSchema":{}},{"name":"app","_meta":{"ui":{"resourceUri":"ui://app"}},"inputSchema":{}}]}"#;
/// The response to a call in both generations.
const TASKS: [&str; 2] = [
    r#"{"task":{"taskId":"t-1","status":"working","ttl":60000}}"#,
    r#"{"resultType":"task","taskId":"t-1","status":"working","ttlMs":60000}"#,
];

fn begun(task: &str, tool: &str) -> Relay {
    let relay = relay(small());
    ask(&relay, "tools/list", "{}", LIST);
    assert_eq!(call(&relay, tool, task), serde_json::from_str::<Value>(task).unwrap());
    relay
}

fn check_converted(result: &Value) {
    assert_eq!(result["content"][0]["text"], "ids[3]: 1,2,3");
    assert_eq!(result.get("structuredContent"), None);
}

#[test]
fn results_that_are_asked_for() {
    let relay = begun(TASKS[0], "rows");
    let task = r#"{"taskId":"t-1","status":"working"}"#;
    assert_eq!(ask(&relay, "tasks/get", r#"{"taskId":"t-1"}"#, task), task);
    for _ in 0..2 {
        // A client may request it twice.
        let result = ask(&relay, "tasks/result", r#"{"taskId":"t-1"}"#, REPEATED);
        check_converted(&serde_json::from_str(&result).unwrap());
    }
    // The tool of an unknown task is unknown as well.
    assert_eq!(ask(&relay, "tasks/result", r#"{"taskId":"t-2"}"#, REPEATED), REPEATED);
}

#[test]
fn results_within_tasks() {
    let relay = begun(TASKS[1], "rows");
    let completed = format!(r#"{{"taskId":"t-1","status":"completed","result":{REPEATED},"ttlMs":6e4}}"#);
    let seen = ask(&relay, "tasks/get", r#"{"taskId":"t-1"}"#, &completed);
    assert!(seen.ends_with(r#","ttlMs":6e4}"#), "{seen}");
    let seen: Value = serde_json::from_str(&seen).unwrap();
    assert_eq!(seen["status"], "completed");
    check_converted(&seen["result"]);
}

/// Notifications arrive without a request, with slashes as the server's library writes them.
#[test]
fn results_within_notifications() {
    for method in ["notifications/tasks", r"notifications\/tasks"] {
        let relay = begun(TASKS[1], "rows");
        let news = |result: &str| {
            format!(
                r#"{{"jsonrpc":"2.0","method":"{method}","params":{{"taskId":"t-1","status":"completed"{result}}}}}"#
            )
        };
        let seen = relay.server_sent(&news(&format!(r#","result":{REPEATED}"#))).unwrap();
        let seen: Value = serde_json::from_str(&seen).unwrap();
        assert_eq!(seen["method"], "notifications/tasks");
        check_converted(&seen["params"]["result"]);
        assert_eq!(relay.server_sent(&news("")), None);
    }
}

/// The rules for a tool apply to its tasks.
#[test]
fn tools_that_are_left_alone() {
    for task in TASKS {
        for tool in ["read_file", "app"] {
            let relay = begun(task, tool);
            let seen = ask(&relay, "tasks/result", r#"{"taskId":"t-1"}"#, REPEATED);
            let seen: Value = serde_json::from_str(&seen).unwrap();
            assert_eq!(seen["structuredContent"], json!({"ids": [1, 2, 3]}), "{tool}");
            let completed = format!(r#"{{"taskId":"t-1","status":"completed","result":{REPEATED}}}"#);
            let seen = ask(&relay, "tasks/get", r#"{"taskId":"t-1"}"#, &completed);
            let seen: Value = serde_json::from_str(&seen).unwrap();
            assert_eq!(seen["result"]["structuredContent"], json!({"ids": [1, 2, 3]}), "{tool}");
        }
    }
}

/// A result that only looks like a task is a result.
#[test]
fn results_that_name_a_task() {
    let relay = begun(TASKS[0], "rows");
    let result = REPEATED.replacen('{', r#"{"task":{"taskId":"t-1"},"#, 1);
    check_converted(&call(&relay, "rows", &result));
}

/// Each session has its own process, whose tasks may have the same ids as those of another.
#[cfg(unix)]
#[tokio::test]
async fn tasks_of_different_processes() {
    let rows: Vec<Value> = (0..9).map(|id| json!({"id": id, "name": "row"})).collect();
    let result = json!({"content": [{"type": "text", "text": Value::from(rows).to_string()}]});
    let answers = [
        json!({"jsonrpc": "2.0", "id": 0, "result": {"serverInfo": {"name": "odd"}}}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {"task": {"taskId": "1"}}}),
        json!({"jsonrpc": "2.0", "id": 2, "result": result}),
    ];
    let say = |answer: &Value| format!("read line; printf '%s\\n' '{answer}'; ");
    let script = answers.iter().map(say).collect::<String>() + "read line";
    let bridge = Bridge::of(crate::proxy::Command::new("sh", ["-c", &script]), 2).await;
    let (file, rows) = (bridge.session().await, bridge.session().await);
    for (session, tool) in [(&file, "read_file"), (&rows, "rows")] {
        let begun = messages(bridge.post(Some(session), &request(1, tool, 0)).await).await;
        assert_eq!(begun[0]["result"]["task"]["taskId"], "1");
    }
    let wanted = r#"{"jsonrpc":"2.0","id":2,"method":"tasks/result","params":{"taskId":"1"}}"#;
    let left_alone = messages(bridge.post(Some(&file), wanted).await).await;
    assert_eq!(left_alone[0]["result"], result);
    let converted = messages(bridge.post(Some(&rows), wanted).await).await;
    let text = converted[0]["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("[9]{id,name}:"), "{text}");
}
