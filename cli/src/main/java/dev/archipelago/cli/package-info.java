/// The `archipelago` command. Wires the other modules together; decides nothing itself.
@NullMarked
package dev.archipelago.cli;

import org.jspecify.annotations.NullMarked;
