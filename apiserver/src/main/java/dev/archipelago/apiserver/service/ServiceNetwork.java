package dev.archipelago.apiserver.service;

import java.util.Locale;

/// Where services of a cluster get their addresses and ports from.
///
/// @param clusterIps a block of IPv4 addresses such as `10.96.0.0/16`
/// @param nodePortMin the first port that may be used on nodes
/// @param nodePortMax the last one
/// @param hasNodes whether there are nodes that ports can be opened on: without any, services are given none that they
///     do not ask for
public record ServiceNetwork(String clusterIps, int nodePortMin, int nodePortMax, boolean hasNodes) {
    public static final ServiceNetwork DEFAULT = new ServiceNetwork("10.96.0.0/16", 30_000, 32_767);

    private static final int PREFIX_MIN = 8;
    private static final int PREFIX_MAX = 30;
    private static final int PORT_MAX = 65_535;

    public ServiceNetwork(String clusterIps, int nodePortMin, int nodePortMax) {
        this(clusterIps, nodePortMin, nodePortMax, true);
    }

    public ServiceNetwork {
        int slash = clusterIps.indexOf('/');
        if (slash < 0 || Ipv4.parse(clusterIps.substring(0, slash)) < 0) {
            throw new IllegalArgumentException(clusterIps + " is not a block of IPv4 addresses");
        }
        int length = Integer.parseInt(clusterIps.substring(slash + 1));
        if (length < PREFIX_MIN || length > PREFIX_MAX) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "%s must be between /%d and /%d", clusterIps, PREFIX_MIN, PREFIX_MAX));
        }
        if (nodePortMin < 1 || nodePortMax > PORT_MAX || nodePortMin > nodePortMax) {
            throw new IllegalArgumentException(nodePortMin + "-" + nodePortMax + " is not a range of ports");
        }
    }

    /// The same for a server that is no cluster.
    public ServiceNetwork withoutNodes() {
        return new ServiceNetwork(clusterIps, nodePortMin, nodePortMax, false);
    }

    /// The address of the API server's own service.
    public String firstClusterIp() {
        return Pool.addresses(this).value(0);
    }
}
