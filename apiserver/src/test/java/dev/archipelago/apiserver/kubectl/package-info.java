/// Runs the real kubectl, a new and an old one, against the server.
@NullMarked
package dev.archipelago.apiserver.kubectl;

import org.jspecify.annotations.NullMarked;
