/// The kinds of the federation's API, by which users state what they want and in which decisions are recorded.
@NullMarked
package dev.archipelago.federation.kinds;

import org.jspecify.annotations.NullMarked;
