/// The endpoints of services: which pods serve them, as EndpointSlices and in the old form.
@NullMarked
package dev.archipelago.cluster.endpoints;

import org.jspecify.annotations.NullMarked;
