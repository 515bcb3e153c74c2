/// Brings the objects of one member cluster in line with their bindings.
@NullMarked
package dev.archipelago.federation.sync;

import org.jspecify.annotations.NullMarked;
