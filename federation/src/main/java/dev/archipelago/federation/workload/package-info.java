/// What the federation has to know of each kind: one [Workload] per kind, and the table of them in [Workloads].
@NullMarked
package dev.archipelago.federation.workload;

import org.jspecify.annotations.NullMarked;
