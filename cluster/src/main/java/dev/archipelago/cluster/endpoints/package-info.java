/// The endpoints of services, as EndpointSlices and as Endpoints.
@NullMarked
package dev.archipelago.cluster.endpoints;

import org.jspecify.annotations.NullMarked;
