/// Empties namespaces that are to go, and lets them go.
@NullMarked
package dev.archipelago.cluster.namespaces;

import org.jspecify.annotations.NullMarked;
