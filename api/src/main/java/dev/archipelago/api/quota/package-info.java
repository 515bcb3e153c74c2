/// Quantities that objects use of what a namespace is allowed, as API server and quota controller count them.
@NullMarked
package dev.archipelago.api.quota;

import org.jspecify.annotations.NullMarked;
