/// StatefulSets: pods with an identity and storage of their own, never two of one identity at once.
@NullMarked
package dev.archipelago.cluster.statefulset;

import org.jspecify.annotations.NullMarked;
