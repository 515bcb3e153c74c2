/// Warms the server up before it is called ready: the first requests of a cold JVM cost ten times those of a warm one,
/// and after a restart they all come at once.
@NullMarked
package dev.archipelago.apiserver.rehearsal;

import org.jspecify.annotations.NullMarked;
