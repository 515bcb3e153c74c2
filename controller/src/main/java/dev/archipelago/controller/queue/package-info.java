/// Work queues: each key is queued once, is worked on by one worker at a time, and is retried with backoff.
@NullMarked
package dev.archipelago.controller.queue;

import org.jspecify.annotations.NullMarked;
