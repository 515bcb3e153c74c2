/// Admission checks: refuse at once what the federation could not carry out later.
@NullMarked
package dev.archipelago.federation.admission;

import org.jspecify.annotations.NullMarked;
