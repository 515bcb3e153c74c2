/// The DNS names that the federation gives to services and replicas in its clusters.
@NullMarked
package dev.archipelago.federation.names;

import org.jspecify.annotations.NullMarked;
