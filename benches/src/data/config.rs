//! A deeply nested configuration of two to three kilobytes.

use super::{WORDS, random, sentence};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A service's configuration.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    environment: String,
    version: String,
    server: Server,
    database: Database,
    features: BTreeMap<String, Feature>,
    logging: Logging,
    limits: BTreeMap<String, u32>,
    schedule: Vec<Job>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Server {
    host: String,
    port: u16,
    tls: Option<Tls>,
    hosts: Vec<String>,
    timeouts: Timeouts,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Tls {
    certificate: String,
    key: String,
    versions: Vec<f32>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Timeouts {
    connect: f64,
    read: f64,
    idle: u32,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Database {
    url: String,
    pool: Pool,
    replicas: Vec<Replica>,
    migrations: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Pool {
    min: u32,
    max: u32,
    idle_timeout: u32,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Replica {
    host: String,
    port: u16,
    priority: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Feature {
    enabled: bool,
    rollout: u8,
    variants: Vec<Variant>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Variant {
    name: String,
    weight: u8,
    options: BTreeMap<String, String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Logging {
    level: Level,
    outputs: Vec<Output>,
    filters: BTreeMap<String, Level>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Debug,
    Info,
    Warn,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Output {
    Stdout { color: bool },
    File { path: String, rotate: u32 },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Job {
    name: String,
    cron: String,
    arguments: Vec<String>,
}

/// The configuration.
pub fn config() -> Config {
    let mut random = random(4);
    let replica =
        |number: u8| Replica { host: format!("db-{number}.internal"), port: 5432, priority: number };
    let feature = |name: &str, variants: u8, rollout| {
        let variant = |number: u8| Variant {
            name: format!("variant-{number}"),
            weight: 100 / variants,
            options: BTreeMap::from([
                ("theme".to_owned(), "dark".to_owned()),
                ("tracking".to_owned(), "all".to_owned()),
            ]),
        };
        (
            name.to_owned(),
            Feature { enabled: rollout > 50, rollout, variants: (0..variants).map(variant).collect() },
        )
    };
    let features = [
        feature("dark_mode", 2, 26),
        feature("analytics", 1, 100),
        feature("new-search", 3, 75),
        feature("beta", 0, 0),
    ];
    let job = |number: u8| Job {
        name: format!("job-{number}"),
        cron: format!("{number} */6 * * *"),
        arguments: (0..number).map(|_| sentence(&mut random, 1..3)).collect(),
    };
    let schedule = (0..4).map(job).collect();
    Config {
        environment: "production".to_owned(),
        version: "2.31.4".to_owned(),
        server: Server {
            host: "0.0.0.0".to_owned(),
            port: 8443,
            tls: Some(Tls {
                certificate: "/etc/tls/service.crt".to_owned(),
                key: "/etc/tls/service.key".to_owned(),
                versions: vec![1.2, 1.3],
            }),
            hosts: ["api.example.org", "www.example.org", "example.org"].map(str::to_owned).to_vec(),
            timeouts: Timeouts { connect: 2.5, read: 30.0, idle: 60 },
        },
        database: Database {
            url: "postgres://service@db-0.internal:5432/main".to_owned(),
            pool: Pool { min: 2, max: 35, idle_timeout: 30_000 },
            replicas: (1..4).map(replica).collect(),
            migrations: None,
        },
        features: features.into_iter().collect(),
        logging: Logging {
            level: Level::Info,
            outputs: vec![
                Output::Stdout { color: true },
                Output::File { path: "/var/log/service.log".to_owned(), rotate: 7 },
            ],
            filters: WORDS[..6]
                .iter()
                .map(|word| (format!("service::{word}"), Level::Debug))
                .chain([("hyper".to_owned(), Level::Warn)])
                .collect(),
        },
        limits: WORDS[6..14].iter().map(|word| (word.to_string(), random.u32(1..10_000))).collect(),
        schedule,
    }
}
