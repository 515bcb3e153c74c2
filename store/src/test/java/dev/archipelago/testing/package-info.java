/// Test support that every module may use.
@NullMarked
package dev.archipelago.testing;

import org.jspecify.annotations.NullMarked;
