/// The work that a federation is measured by: StatefulSets that go to all clusters.
@NullMarked
package dev.archipelago.bench.federation;

import org.jspecify.annotations.NullMarked;
