//! Draws a chart of the table that `ratios` prints. Reads the table from standard input, and writes
//! SVG to standard output.
//!
//! Each case and direction is a line with one dot per format, on a logarithmic axis. Dots to the
//! left of 1 are faster than `serde_json`.

use std::io::{Read, Write};
use svg::Document;
use svg::node::element::{Circle, Line, Rectangle, Text, Title};

/// In pixels.
const LABELS: f64 = 190.0;
const PLOT: f64 = 560.0;
const ROW: f64 = 17.0;
const TOP: f64 = 64.0;

/// The ends of the axis, and the positions of grid lines.
const LEAST: f64 = 0.03;
const MAX_RATIO: f64 = 40.0;
const TICKS: &[f64] = &[0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];

/// One colour per format, with ours first. They are distinct for colour-blind readers as well.
const COLOURS: &[&str] =
    &["#d55e00", "#56b4e9", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#000000", "#882255", "#999999"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut table = String::new();
    std::io::stdin().read_to_string(&mut table)?;
    let mut rows = table.lines().filter(|line| line.starts_with('|')).map(cells);
    let header = rows.next().ok_or("no table on standard input")?;
    let formats = header.get(3..).ok_or("a table of less than four columns")?;
    let rows: Vec<Vec<&str>> = rows.filter(|row| !row.iter().all(|cell| cell.starts_with('-'))).collect();
    let svg = draw(formats, &rows);
    writeln!(std::io::stdout(), "{svg}")?;
    Ok(())
}

fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(str::trim).collect()
}

fn draw(formats: &[&str], rows: &[Vec<&str>]) -> Document {
    #[allow(clippy::cast_precision_loss, reason = "a few lines")]
    let y = |row: usize| TOP + ROW * (row as f64 + 0.5);
    let bottom = y(rows.len());
    let mut chart = Document::new()
        .set("viewBox", (0, 0, LABELS + PLOT + 30.0, bottom + 24.0))
        .set("font-family", "system-ui, sans-serif")
        .set("font-size", 12)
        .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "white"))
        .add(text("time as a multiple of serde_json's (left is faster)", LABELS, 18.0, "start"));
    let mut at = 12.0;
    for (format, colour) in formats.iter().zip(COLOURS) {
        chart = chart.add(dot(at + 5.0, 36.0, colour)).add(text(format, at + 14.0, 40.0, "start"));
        #[allow(clippy::cast_precision_loss, reason = "a name")]
        let width = format.len() as f64 * 6.4;
        at += 30.0 + width;
    }
    for &tick in TICKS {
        let line = Line::new()
            .set("x1", x(tick))
            .set("x2", x(tick))
            .set("y1", TOP - 8.0)
            .set("y2", bottom)
            .set("stroke", if (tick - 1.0).abs() < f64::EPSILON { "#444444" } else { "#dddddd" });
        chart = chart.add(line).add(text(&tick.to_string(), x(tick), bottom + 16.0, "middle"));
    }
    for (index, row) in rows.iter().enumerate() {
        let [case, direction, _, ratios @ ..] = row.as_slice() else { continue };
        chart = chart.add(text(&format!("{case} {direction}"), LABELS - 12.0, y(index) + 4.0, "end"));
        // Ours is drawn last, on top of the others.
        for ((ratio, format), colour) in ratios.iter().zip(formats).zip(COLOURS).rev() {
            if let Ok(ratio) = ratio.parse::<f64>() {
                let title = Title::new(format!("{case} {direction}, {format}: {ratio}"));
                chart = chart.add(dot(x(ratio), y(index), colour).add(title));
            }
        }
    }
    chart
}

/// The position of a ratio on the axis.
fn x(ratio: f64) -> f64 {
    let share = (ratio.clamp(LEAST, MAX_RATIO) / LEAST).ln() / (MAX_RATIO / LEAST).ln();
    (10.0 * (LABELS + PLOT * share)).round() / 10.0
}

fn dot(x: f64, y: f64, colour: &str) -> Circle {
    Circle::new().set("cx", x).set("cy", y).set("r", 4.5).set("fill", colour)
}

fn text(text: &str, x: f64, y: f64, anchor: &str) -> Text {
    Text::new(text).set("x", x).set("y", y).set("text-anchor", anchor)
}
