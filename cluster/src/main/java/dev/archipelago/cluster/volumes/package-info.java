/// Binds claims to volumes, makes volumes, and looks after both when they are to go.
@NullMarked
package dev.archipelago.cluster.volumes;

import org.jspecify.annotations.NullMarked;
