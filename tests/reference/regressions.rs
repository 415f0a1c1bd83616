//! Every difference from the reference that was a mistake of ours, found by the comparisons.
