//! What results of tools cost, and what a hook would have saved.
//!
//! An [`Audit`] reads the [transcripts] of hosts and returns a [`Report`] with the names
//! of tools and servers, and numbers. Sizes are tokens of `o200k_base`. Shares of what was paid are scaled by
//! how many tokens the model counted for the same results.
//!
//! `forms` converts results as the hook would, `tally` adds them up, `builder` makes the `report` of it, with
//! the `verdict` in a sentence, and `table` and `html` write it for people.

mod builder;
mod forms;
mod html;
mod report;
mod table;
mod tally;
mod verdict;

pub use forms::{FORM_NAMES, Sample};
pub use report::{DayReport, HostReport, Period, Report, ServerReport, ToolReport};
pub use tally::{FormTally, JsonTally, Prices, Tally};

use crate::command::Programs;
use crate::host::Host;
use crate::places::Places;
use crate::time;
use crate::transcripts::{self, Selection};
use builder::Builder;
use forms::Forms;
use toon_convert::InvalidPattern;

/// What to audit.
///
/// ```
/// use toon_agents::audit::Audit;
/// use toon_agents::{Host, Places, System};
///
/// let places = Places::in_home("/home/nobody", System::Linux);
/// let (report, _) = Audit::new().hosts([Host::Claude]).run(&places, &mut |_| {})?;
/// assert_eq!(report.verdict, "no transcripts were found");
/// # Ok::<(), toon_convert::InvalidPattern>(())
/// ```
#[derive(Clone, Debug)]
pub struct Audit {
    hosts: Vec<Host>,
    selection: Selection,
    days: Option<u64>,
    prices: Prices,
    programs: Programs,
    samples: usize,
}

impl Default for Audit {
    fn default() -> Self {
        Audit {
            hosts: Host::ALL.to_vec(),
            selection: Selection::default(),
            days: None,
            prices: Prices::default(),
            programs: Programs::default(),
            samples: 0,
        }
    }
}

impl Audit {
    /// Audits all transcripts of all hosts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Only those of these hosts.
    #[must_use]
    pub fn hosts(mut self, hosts: impl IntoIterator<Item = Host>) -> Self {
        self.hosts = hosts.into_iter().collect();
        self
    }

    /// Only calls of the last `days` before `now`, which is in milliseconds since 1970.
    #[must_use]
    pub fn last_days(mut self, days: u64, now: i64) -> Self {
        let length = i64::try_from(days).unwrap_or(i64::MAX).saturating_mul(time::DAY);
        self.selection.since = Some(now.saturating_sub(length));
        self.days = Some(days);
        self
    }

    /// Only sessions in this folder and those below.
    #[must_use]
    pub fn project(mut self, folder: impl Into<std::path::PathBuf>) -> Self {
        self.selection.project = Some(folder.into());
        self
    }

    /// Prices, relative to that of input that is not cached.
    #[must_use]
    pub const fn prices(mut self, prices: Prices) -> Self {
        self.prices = prices;
        self
    }

    /// Keeps the first results that change.
    #[must_use]
    pub const fn samples(mut self, samples: usize) -> Self {
        self.samples = samples;
        self
    }

    /// The length of all transcripts, in bytes.
    pub fn bytes(&self, places: &Places) -> u64 {
        let bytes = |host: &Host| transcripts::find(*host, &host.transcripts(places), &self.selection).0;
        self.hosts.iter().map(bytes).sum()
    }

    /// Reads the transcripts, and reports each number of bytes that has been read.
    ///
    /// # Errors
    ///
    /// Fails if the rules for conversions are not valid.
    pub fn run(
        &self,
        places: &Places,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(Report, Vec<Sample>), InvalidPattern> {
        let mut forms = Forms::new(&self.programs, self.samples, progress)?;
        let mut builder = Builder::new(self.prices, self.days);
        for &host in &self.hosts {
            let folder = host.transcripts(places);
            let found = transcripts::read(host, &folder, &self.selection, &mut forms);
            builder.add(host, &found);
        }
        Ok((builder.finish(), forms.samples))
    }
}
