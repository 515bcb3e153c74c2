/// The names of a cluster: services, and the members of headless ones, as the Kubernetes DNS specification 1.1 says.
@NullMarked
package dev.archipelago.cluster.dns;

import org.jspecify.annotations.NullMarked;
