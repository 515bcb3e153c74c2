/// What this process knows of a cluster: one watch and one decoded object for each change, whoever reads it.
@NullMarked
package dev.archipelago.controller.cache;

import org.jspecify.annotations.NullMarked;
