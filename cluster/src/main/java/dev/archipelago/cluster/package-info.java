/// The controllers, scheduler, nodes and DNS that make an API server a cluster.
@NullMarked
package dev.archipelago.cluster;

import org.jspecify.annotations.NullMarked;
