/// StatefulSets: members with an identity and storage of their own, never two at once.
@NullMarked
package dev.archipelago.cluster.statefulset;

import org.jspecify.annotations.NullMarked;
