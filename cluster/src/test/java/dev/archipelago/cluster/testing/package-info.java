/// Shared helpers for the tests of this module.
@NullMarked
package dev.archipelago.cluster.testing;

import org.jspecify.annotations.NullMarked;
