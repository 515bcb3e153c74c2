/// What the federation knows about each kind: one [Workload] per kind, and their table in [Workloads].
@NullMarked
package dev.archipelago.federation.workload;

import org.jspecify.annotations.NullMarked;
