/// Tests of the whole code base.
@NullMarked
package dev.archipelago;

import org.jspecify.annotations.NullMarked;
