/// Reports about a federation for the terminal, as plain text made from its API.
@NullMarked
package dev.archipelago.cli.report;

import org.jspecify.annotations.NullMarked;
