//! Both generations of the protocol, over both transports: the handshake, and self-contained
//! requests.

use crate::generations::{check, generations, of_process, of_url};
use crate::program::{PROGRAM, Program};

#[tokio::test]
async fn over_standard_input_and_output() {
    for generation in generations() {
        check(of_process(PROGRAM, &["serve"], generation).await).await;
    }
}

#[tokio::test]
async fn over_http() {
    let program = Program::start(&[], &[]);
    for generation in generations() {
        check(of_url(&program.url, generation).await).await;
    }
}

#[tokio::test]
async fn the_server_says_who_it_is() {
    let program = Program::start(&[], &[]);
    for generation in generations() {
        let client = of_url(&program.url, generation).await;
        let info = client.peer_info().unwrap();
        let server = info.server_info.as_ref().unwrap();
        assert_eq!((server.name.as_str(), server.version.as_str()), ("toon-mcp", env!("CARGO_PKG_VERSION")));
        assert!(info.instructions.as_ref().unwrap().contains("toon_encode"));
        client.cancel().await.unwrap();
    }
}
