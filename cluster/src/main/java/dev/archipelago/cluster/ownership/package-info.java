/// Who looks after what: finding an owner's dependents, taking in those that nobody has, letting go of the others.
@NullMarked
package dev.archipelago.cluster.ownership;

import org.jspecify.annotations.NullMarked;
