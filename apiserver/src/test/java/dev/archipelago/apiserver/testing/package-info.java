/// A real server in the test's own process, and a client to talk to it.
@NullMarked
package dev.archipelago.apiserver.testing;

import org.jspecify.annotations.NullMarked;
