/// An HTTP client for load that takes as little of the machine as it can: it shares the processors with what is
/// measured.
@NullMarked
package dev.archipelago.bench.http;

import org.jspecify.annotations.NullMarked;
