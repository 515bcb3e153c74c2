/// Load balancers: addresses by which services are reached from outside.
@NullMarked
package dev.archipelago.cluster.services;

import org.jspecify.annotations.NullMarked;
