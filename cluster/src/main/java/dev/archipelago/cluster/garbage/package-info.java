/// The garbage collector: deletes objects whose owners are gone.
@NullMarked
package dev.archipelago.cluster.garbage;

import org.jspecify.annotations.NullMarked;
