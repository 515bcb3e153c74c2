/// Gives each replica of a federated StatefulSet a load balancer, and keeps the list of them on the headless Service.
@NullMarked
package dev.archipelago.federation.loadbalancers;

import org.jspecify.annotations.NullMarked;
