/// The API for callers in the same process, without sockets or JSON round trips.
@NullMarked
package dev.archipelago.apiserver.local;

import org.jspecify.annotations.NullMarked;
