/// A server that answers constants: what the load generator can do at most on this machine.
@NullMarked
package dev.archipelago.bench.ceiling;

import org.jspecify.annotations.NullMarked;
