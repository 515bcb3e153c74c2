/// The API for callers in the same process: the registry without sockets or JSON round trips.
@NullMarked
package dev.archipelago.apiserver.local;

import org.jspecify.annotations.NullMarked;
