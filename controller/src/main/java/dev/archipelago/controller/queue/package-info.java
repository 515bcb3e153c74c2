/// Keys that wait to be looked at: each once, one at a time, and later when it failed.
@NullMarked
package dev.archipelago.controller.queue;

import org.jspecify.annotations.NullMarked;
