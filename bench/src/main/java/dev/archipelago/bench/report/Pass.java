package dev.archipelago.bench.report;

/// The load put once on one contender, with what came of it.
///
/// @param title tells passes of one run apart, such as `cold` and `warm`
public record Pass(String title, Figures figures) {}
