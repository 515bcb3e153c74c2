/// Shared helpers for tests of controllers.
@NullMarked
package dev.archipelago.controller.testing;

import org.jspecify.annotations.NullMarked;
