/// Keeps the binding of every propagated object: the record of where it goes.
@NullMarked
package dev.archipelago.federation.bind;

import org.jspecify.annotations.NullMarked;
