/// Keeps parts of the server up to date with the objects that configure them.
@NullMarked
package dev.archipelago.apiserver.feed;

import org.jspecify.annotations.NullMarked;
