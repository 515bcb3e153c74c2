/// Benchmarks that run Archipelago and a peer side by side and print ratios. They assert nothing.
@NullMarked
package dev.archipelago.bench;

import org.jspecify.annotations.NullMarked;
