/// Runs controllers: takes keys from their queues, asks their planners, and carries the plans out.
@NullMarked
package dev.archipelago.controller.runtime;

import org.jspecify.annotations.NullMarked;
