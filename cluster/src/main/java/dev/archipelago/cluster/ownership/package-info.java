/// Controller references: finding dependents, adopting orphans, and releasing objects that no longer match.
@NullMarked
package dev.archipelago.cluster.ownership;

import org.jspecify.annotations.NullMarked;
