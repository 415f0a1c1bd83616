//! The example `orders_service`: a query of many rows as a table, in constant memory.

use crate::projects::example;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A row of the answer.
#[derive(serde::Deserialize)]
struct Order {
    id: u32,
    customer: String,
    quantity: u32,
    note: Option<String>,
}

struct Service {
    url: String,
    process: Child,
}

impl Service {
    fn start() -> Self {
        let mut process = Command::new(example("orders_service")).stdout(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Service { url: url.trim_end().to_owned(), process }
    }

    /// The most memory that the process has had, in bytes.
    #[cfg(target_os = "linux")]
    fn peak(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        1024 * peak.trim().strip_suffix(" kB").unwrap().parse::<usize>().unwrap()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn get(url: &str) -> (String, String) {
    let response = reqwest::get(url).await.unwrap();
    assert_eq!(response.status(), 200);
    let media_type = response.headers()["content-type"].to_str().unwrap().to_owned();
    (media_type, response.text().await.unwrap())
}

#[tokio::test]
async fn a_query_of_100_000_rows() {
    let service = Service::start();
    let (media_type, few) = get(&format!("{}?limit=2", service.url)).await;
    assert_eq!(media_type, "text/toon");
    assert_eq!(
        few,
        "orders[2]{id,customer,item,quantity,price,note}:\n  1,customer 919,item 229,2,1.31,null\n  2,customer 838,item 458,3,1.62,null"
    );
    assert_eq!(get(&format!("{}?limit=0", service.url)).await.1, "orders: []");
    #[cfg(target_os = "linux")]
    let before = service.peak();

    let (_, text) = get(&service.url).await;
    assert!(text.starts_with("orders[100000]{id,customer,item,quantity,price,note}:\n  1,"));
    assert!(text.len() > 4_000_000, "{}", text.len());
    // Reading it takes no more memory either.
    let mut count = 0;
    for order in toon::Rows::<_, Order>::at(text.as_bytes(), "orders") {
        let Order { id, customer, quantity, note } = order.unwrap();
        count += 1;
        assert_eq!((id, quantity, note.is_some()), (count, 1 + count % 9, count % 10 == 0));
        assert!(customer.starts_with("customer "));
    }
    assert_eq!(count, 100_000);
    #[cfg(target_os = "linux")]
    {
        let more = service.peak() - before;
        assert!(more < text.len() / 4, "{more} bytes more for a text of {}", text.len());
    }
}

/// A client that leaves ends the query, and the service goes on.
#[tokio::test]
async fn a_client_that_leaves() {
    let service = Service::start();
    for _ in 0..3 {
        let mut response = reqwest::get(&service.url).await.unwrap();
        assert!(!response.chunk().await.unwrap().unwrap().is_empty());
    }
    assert!(get(&format!("{}?limit=1", service.url)).await.1.starts_with("orders[1]{"));
}
