/// Keeps track of what namespaces use of their quotas.
@NullMarked
package dev.archipelago.cluster.quota;

import org.jspecify.annotations.NullMarked;
