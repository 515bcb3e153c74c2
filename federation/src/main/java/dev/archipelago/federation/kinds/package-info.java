/// The objects that people tell the federation by what they want, and those in which it keeps what it decided.
@NullMarked
package dev.archipelago.federation.kinds;

import org.jspecify.annotations.NullMarked;
