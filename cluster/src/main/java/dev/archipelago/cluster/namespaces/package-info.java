/// Namespace deletion: deletes the contents of a namespace, then the namespace.
@NullMarked
package dev.archipelago.cluster.namespaces;

import org.jspecify.annotations.NullMarked;
