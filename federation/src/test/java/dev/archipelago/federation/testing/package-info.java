/// A federation for tests: its caches, without its API server.
@NullMarked
package dev.archipelago.federation.testing;

import org.jspecify.annotations.NullMarked;
