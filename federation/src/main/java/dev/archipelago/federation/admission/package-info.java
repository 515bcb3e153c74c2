/// Refuses what the federation could not carry out, at the moment somebody asks for it.
@NullMarked
package dev.archipelago.federation.admission;

import org.jspecify.annotations.NullMarked;
