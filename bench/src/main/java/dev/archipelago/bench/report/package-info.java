/// What was measured, and how it is shown: figures, medians over rounds, ratios, tables, JSON.
@NullMarked
package dev.archipelago.bench.report;

import org.jspecify.annotations.NullMarked;
