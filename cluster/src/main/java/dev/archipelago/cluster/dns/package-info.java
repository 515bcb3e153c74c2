/// The DNS zone of a cluster by the Kubernetes DNS specification 1.1: services, and the endpoints of headless ones.
@NullMarked
package dev.archipelago.cluster.dns;

import org.jspecify.annotations.NullMarked;
