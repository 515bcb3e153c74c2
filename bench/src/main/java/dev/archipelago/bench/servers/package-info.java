/// The programs that are measured, each a process of its own on loopback with a directory of its own.
@NullMarked
package dev.archipelago.bench.servers;

import org.jspecify.annotations.NullMarked;
