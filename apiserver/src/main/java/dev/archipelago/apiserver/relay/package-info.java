/// Requests that another server, or another part of this process, answers. Whoever embeds this server says which, and
/// passes them on.
@NullMarked
package dev.archipelago.apiserver.relay;

import org.jspecify.annotations.NullMarked;
