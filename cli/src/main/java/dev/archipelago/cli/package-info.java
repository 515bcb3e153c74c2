/// The `archipelago` command. Wires the other modules together and has no logic of its own.
@NullMarked
package dev.archipelago.cli;

import org.jspecify.annotations.NullMarked;
