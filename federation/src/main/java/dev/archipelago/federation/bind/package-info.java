/// Keeps a binding for every object that is propagated: the record of where it goes.
@NullMarked
package dev.archipelago.federation.bind;

import org.jspecify.annotations.NullMarked;
