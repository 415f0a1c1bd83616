//! Every example of the description.

use super::{reads, reads_list, reads_text};

#[test]
fn the_mark() {
    reads_text("_form: 1 list\nlist[2]: a,b", r#"["a","b"]"#);
    reads_text("_form: 1 object\n_form.: 1 list", r#"{"_form":"1 list"}"#);
}

#[test]
fn aliases() {
    reads(
        "_let:\n  repo: \"https://api.github.com/repos/acme/shop\"\nsee[2]: $repo/issues/41,costs $$5",
        r#"{"see":["https://api.github.com/repos/acme/shop/issues/41","costs $5"]}"#,
    );
}

#[test]
fn each() {
    reads(
        "users.each:\n  url: \"https://x.org/u/{login}\"\n  active: true\nusers[2]{id,login}:\n  1,ada\n  2,bob",
        r#"{"users":[{"id":1,"login":"ada","url":"https://x.org/u/ada","active":true},{"id":2,"login":"bob","url":"https://x.org/u/bob","active":true}]}"#,
    );
}

#[test]
fn list_cells() {
    reads(
        "t.words: labels\nt.list: authors\nt.pairs: env\nt.numbers: size\nt[2]{labels,authors,env,size}:\n  bug ui,Ada King; Bob Ray,tier=web; zone=b,3 4\n  docs,Cy Low,tier=db,5",
        r#"{"t":[{"labels":["bug","ui"],"authors":["Ada King","Bob Ray"],"env":{"tier":"web","zone":"b"},"size":[3,4]},{"labels":["docs"],"authors":["Cy Low"],"env":{"tier":"db"},"size":[5]}]}"#,
    );
}

#[test]
fn tuple() {
    reads(
        "shops.tuple: at\nshops[1]{name,at{\"0\",\"1\"}}:\n  North,1.5,2.5",
        r#"{"shops":[{"name":"North","at":[1.5,2.5]}]}"#,
    );
}

#[test]
fn json_cells() {
    reads(
        "t.json: extra\nt[2]{title,extra}:\n  \"[WIP] fix\",\"[1,[2]]\"\n  done,none",
        r#"{"t":[{"title":"[WIP] fix","extra":[1,[2]]},{"title":"done","extra":"none"}]}"#,
    );
}

#[test]
fn map() {
    reads(
        "flags.map: _key\nflags[2]{_key,on,note}:\n  dark-mode,true,_\n  beta,false,internal",
        r#"{"flags":{"dark-mode":{"on":true},"beta":{"on":false,"note":"internal"}}}"#,
    );
}

#[test]
fn children_by_count() {
    reads(
        "orders[2]{id,items}:\n  1000,2\n  1001,0\norders.items[2]{sku,qty}:\n  A-1,2\n  B-7,1",
        r#"{"orders":[{"id":1000,"items":[{"sku":"A-1","qty":2},{"sku":"B-7","qty":1}]},{"id":1001,"items":[]}]}"#,
    );
}

#[test]
fn children_by_key() {
    reads(
        "orders.each:\n  items: []\norders[2]{id}:\n  1000\n  1001\norders.items.of: id\norders.items[2]{_of,sku,qty}:\n  1000,A-1,2\n  1000,B-7,1",
        r#"{"orders":[{"id":1000,"items":[{"sku":"A-1","qty":2},{"sku":"B-7","qty":1}]},{"id":1001,"items":[]}]}"#,
    );
}

#[test]
fn order() {
    reads(
        "t.each:\n  b: true\nt.order: 1 1 1\nt[2]{a,c}:\n  1,2\n  3,4",
        r#"{"t":[{"a":1,"b":true,"c":2},{"a":3,"b":true,"c":4}]}"#,
    );
}

#[test]
fn alt() {
    reads(
        "t.alt: 1=1 0 2\nt[2]{a,b,c}:\n  1,x,3\n  4,y,2",
        r#"{"t":[{"a":1,"b":"x","c":3},{"b":"y","a":4,"c":2}]}"#,
    );
}

#[test]
fn entities() {
    reads_list(
        "_same:\n  user.in: user assignee\n  user.key: login\n  user[2]{login,id}:\n    octocat,583231\n    mona,42\nlist[2]{id,user,assignee}:\n  1,octocat,mona\n  2,mona,null",
        r#"[{"id":1,"user":{"login":"octocat","id":583231},"assignee":{"login":"mona","id":42}},{"id":2,"user":{"login":"mona","id":42},"assignee":null}]"#,
    );
}

#[test]
fn cells() {
    reads("t[2]{a,b}:\n  1,_\n  1,null", r#"{"t":[{"a":1},{"a":1,"b":null}]}"#);
    reads(
        "t[4]{id,g{x,y}}:\n  0,_null,_\n  1,_empty,_\n  2,_,_\n  3,7,_",
        r#"{"t":[{"id":0,"g":null},{"id":1,"g":{}},{"id":2},{"id":3,"g":{"x":7}}]}"#,
    );
}

#[test]
fn json_outside_of_tables() {
    reads("line: \"[[1.5,2.5],[3.5,4.5]]\"\nline.json: true", r#"{"line":[[1.5,2.5],[3.5,4.5]]}"#);
    reads("mixed[2]: \"_[draft]\",\"[1,2]\"\nmixed.json: true", r#"{"mixed":["[draft]",[1,2]]}"#);
}

#[test]
fn keys() {
    reads(
        "\"app.kubernetes.io/name\": web\na: 1\na.b.: 2",
        r#"{"app.kubernetes.io/name":"web","a":1,"a.b":2}"#,
    );
}

#[test]
fn issues() {
    reads_text(
        "\
_form: 1 list time
_same:
  user.in: user assignee
  user.key: login
  user.each:
    avatar_url: \"https://avatars.githubusercontent.com/u/{id}?v=4\"
    url: \"https://api.github.com/users/{login}\"
  user[2]{login,id}:
    octocat,583231
    mona,42
list.each:
  url: \"https://api.github.com/repos/acme/shop/issues/{number}\"
  comments_url: \"{url}/comments\"
  locked: false
  body: null
list.words: labels
list.order: 0 2 4 1 1 1 3
list[2]{id,number,title,user,labels,assignee,created_at,closed_at}:
  9287,41,Cart loses items,octocat,bug ui,null,2026-11-01T091200Z,null
  9294,42,Explain refunds,mona,docs,octocat,2026-11-02T091200Z,null",
        concat!(
            r#"[{"url":"https://api.github.com/repos/acme/shop/issues/41","comments_url":"https://api.github.com/repos/acme/shop/issues/41/comments","#,
            r#""id":9287,"number":41,"title":"Cart loses items","user":{"login":"octocat","id":583231,"avatar_url":"https://avatars.githubusercontent.com/u/583231?v=4","url":"https://api.github.com/users/octocat"},"locked":false,"labels":["bug","ui"],"body":null,"#,
            r#""assignee":null,"created_at":"2026-11-01T09:12:00Z","closed_at":null},"#,
            r#"{"url":"https://api.github.com/repos/acme/shop/issues/42","comments_url":"https://api.github.com/repos/acme/shop/issues/42/comments","#,
            r#""id":9294,"number":42,"title":"Explain refunds","user":{"login":"mona","id":42,"avatar_url":"https://avatars.githubusercontent.com/u/42?v=4","url":"https://api.github.com/users/mona"},"locked":false,"labels":["docs"],"body":null,"#,
            r#""assignee":{"login":"octocat","id":583231,"avatar_url":"https://avatars.githubusercontent.com/u/583231?v=4","url":"https://api.github.com/users/octocat"},"created_at":"2026-11-02T09:12:00Z","closed_at":null}]"#,
        ),
    );
}

#[test]
fn orders() {
    reads(
        "\
orders.each:
  currency: EUR
  items: []
orders.order: 4 2 1
orders[3]{id,customer{id,name},status,total}:
  1000,7,Ada,paid,39
  1001,8,Bob,open,0
  1002,7,Ada,paid,4.25
orders.items.of: id
orders.items[3]{_of,sku,qty,price}:
  1000,A-1,2,9.5
  1000,B-7,1,20
  1002,C-3,1,4.25",
        concat!(
            r#"{"orders":[{"id":1000,"customer":{"id":7,"name":"Ada"},"status":"paid","currency":"EUR","items":[{"sku":"A-1","qty":2,"price":9.5},{"sku":"B-7","qty":1,"price":20}],"total":39},"#,
            r#"{"id":1001,"customer":{"id":8,"name":"Bob"},"status":"open","currency":"EUR","items":[],"total":0},"#,
            r#"{"id":1002,"customer":{"id":7,"name":"Ada"},"status":"paid","currency":"EUR","items":[{"sku":"C-3","qty":1,"price":4.25}],"total":4.25}]}"#,
        ),
    );
}

#[test]
fn pods() {
    reads(
            "\
items.each:
  kind: Pod
  metadata:
    generateName: \"{metadata.ownerReferences.0.name}-\"
    ownerReferences:
      \"0\":
        kind: ReplicaSet
        name: \"{metadata.labels.app}-{metadata.labels.pod-template-hash}\"
  spec:
    containers: []
    restartPolicy: Always
items.tuple: metadata.ownerReferences
items[2]{metadata{name,labels{app,\"pod-template-hash\"},ownerReferences{\"0\"{uid}}},spec{nodeName},status{podIP,phases}}:
  api-97b-ex0,api,97b,10c6,node-2,10.1.2.3,1
  cache-65a-fx1,cache,65a,bdc2,node-1,_,_
items.spec.containers.of: metadata.name
items.spec.containers.tuple: ports
items.spec.containers.json: resources
items.spec.containers[2]{_of,name,ports{\"0\"{containerPort,name}},resources}:
  api-97b-ex0,api,8080,_,\"{\\\"limits\\\":{\\\"cpu\\\":1}}\"
  cache-65a-fx1,cache,_null,_,_
items.status.phases[1]: Running",
            concat!(
                r#"{"items":[{"metadata":{"name":"api-97b-ex0","labels":{"app":"api","pod-template-hash":"97b"},"ownerReferences":[{"uid":"10c6","kind":"ReplicaSet","name":"api-97b"}],"generateName":"api-97b-"},"#,
                r#""spec":{"nodeName":"node-2","containers":[{"name":"api","ports":[{"containerPort":8080}],"resources":{"limits":{"cpu":1}}}],"restartPolicy":"Always"},"status":{"podIP":"10.1.2.3","phases":["Running"]},"kind":"Pod"},"#,
                r#"{"metadata":{"name":"cache-65a-fx1","labels":{"app":"cache","pod-template-hash":"65a"},"ownerReferences":[{"uid":"bdc2","kind":"ReplicaSet","name":"cache-65a"}],"generateName":"cache-65a-"},"#,
                r#""spec":{"nodeName":"node-1","containers":[{"name":"cache","ports":[null]}],"restartPolicy":"Always"},"kind":"Pod"}]}"#,
            ),
        );
}
