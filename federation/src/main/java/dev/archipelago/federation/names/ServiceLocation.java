package dev.archipelago.federation.names;

import java.util.List;

/// A cluster in which a service has addresses.
///
/// @param zones of the cluster, none if not known
/// @param region empty if not known
/// @param addresses of the service's load balancer there; none while it has none
record ServiceLocation(String cluster, String region, List<String> zones, List<String> addresses) {}
