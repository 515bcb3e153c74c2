/// Requests that another server answers. Whoever embeds this one says which, and passes them on.
@NullMarked
package dev.archipelago.apiserver.relay;

import org.jspecify.annotations.NullMarked;
