/// A federation and its clusters in one process.
@NullMarked
package dev.archipelago.cli.up;

import org.jspecify.annotations.NullMarked;
