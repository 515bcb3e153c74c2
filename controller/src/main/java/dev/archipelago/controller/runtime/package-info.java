/// Runs controllers: takes keys from their queues, calls their planners, and carries out the plans.
@NullMarked
package dev.archipelago.controller.runtime;

import org.jspecify.annotations.NullMarked;
