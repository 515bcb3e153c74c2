/// What the tests of this module have in common.
@NullMarked
package dev.archipelago.cluster.testing;

import org.jspecify.annotations.NullMarked;
