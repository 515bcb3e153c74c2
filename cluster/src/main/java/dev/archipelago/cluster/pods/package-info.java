/// Creating and deleting interchangeable pods.
@NullMarked
package dev.archipelago.cluster.pods;

import org.jspecify.annotations.NullMarked;
