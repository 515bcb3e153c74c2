/// The actions that a controller decides on, as values: planners return plans, the runtime carries them out.
@NullMarked
package dev.archipelago.controller.plan;

import org.jspecify.annotations.NullMarked;
