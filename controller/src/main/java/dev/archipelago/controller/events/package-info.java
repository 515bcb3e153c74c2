/// What controllers say, written down as Event objects: the same counted, the similar combined, the too much dropped.
@NullMarked
package dev.archipelago.controller.events;

import org.jspecify.annotations.NullMarked;
