/// Load balancers: addresses for access to services from outside.
@NullMarked
package dev.archipelago.cluster.services;

import org.jspecify.annotations.NullMarked;
