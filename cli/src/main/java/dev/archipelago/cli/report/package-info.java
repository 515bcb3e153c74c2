/// What people read about a federation in a terminal: plain text, made of what its API says.
@NullMarked
package dev.archipelago.cli.report;

import org.jspecify.annotations.NullMarked;
