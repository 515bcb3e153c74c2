package dev.archipelago.federation.names;

import java.util.List;

/// A cluster in which a service has addresses.
///
/// @param zones of the cluster; empty when unknown
/// @param region empty when unknown
/// @param addresses of the service's load balancer there; empty while it has none
record ServiceLocation(String cluster, String region, List<String> zones, List<String> addresses) {}
