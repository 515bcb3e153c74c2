/// Requests that are passed on to another server.
@NullMarked
package dev.archipelago.api.relay;

import org.jspecify.annotations.NullMarked;
