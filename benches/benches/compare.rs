//! Criterion over all cases: for each case and direction, all formats one after the other.

use criterion::{BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use std::time::Duration;
use toon_benches::cases;

fn compare(criterion: &mut Criterion) {
    for (name, build) in cases() {
        let Some(case) = build(name) else {
            eprintln!("{name}: its data is not here");
            continue;
        };
        for direction in ["write", "read"] {
            let mut group = criterion.benchmark_group(format!("{name}/{direction}"));
            group.sample_size(20).sampling_mode(SamplingMode::Flat);
            group.warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
            for contender in &case.contenders {
                if let Some(remark) = contender.remark.as_deref().filter(|_| direction == "write") {
                    eprintln!("{name}: {} {remark}", contender.format);
                }
                let timed = if direction == "write" { &contender.write } else { &contender.read };
                if let Some(timed) = timed {
                    let id = BenchmarkId::from_parameter(contender.format);
                    group.bench_function(id, |bencher| bencher.iter_custom(timed));
                }
            }
            group.finish();
        }
    }
}

criterion_group!(benches, compare);
criterion_main!(benches);
