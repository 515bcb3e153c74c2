/// What the tests of controllers have in common.
@NullMarked
package dev.archipelago.controller.testing;

import org.jspecify.annotations.NullMarked;
