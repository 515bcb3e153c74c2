/// Records what controllers report as Event objects: repetitions are counted, similar ones combined,
/// excess ones dropped.
@NullMarked
package dev.archipelago.controller.events;

import org.jspecify.annotations.NullMarked;
