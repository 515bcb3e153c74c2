/// Making and deleting the pods of workloads whose pods have no identity of their own.
@NullMarked
package dev.archipelago.cluster.pods;

import org.jspecify.annotations.NullMarked;
