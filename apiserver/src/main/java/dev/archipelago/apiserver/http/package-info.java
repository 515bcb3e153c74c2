/// The HTTP side: connections, requests and responses. Turns bytes into calls of the registry and back.
@NullMarked
package dev.archipelago.apiserver.http;

import org.jspecify.annotations.NullMarked;
