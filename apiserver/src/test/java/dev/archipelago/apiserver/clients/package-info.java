/// Clients that nobody here wrote, and what they make of the server.
@NullMarked
package dev.archipelago.apiserver.clients;

import org.jspecify.annotations.NullMarked;
