/// Syncs the objects of one member cluster with their bindings.
@NullMarked
package dev.archipelago.federation.sync;

import org.jspecify.annotations.NullMarked;
