/// Training runs for the JVM's ahead-of-time cache: a server, a cluster and a federation do for a few seconds what they
/// do in production, in a temporary directory.
@NullMarked
package dev.archipelago.cli.training;

import org.jspecify.annotations.NullMarked;
