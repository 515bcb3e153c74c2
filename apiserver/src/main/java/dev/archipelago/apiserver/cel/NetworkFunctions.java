package dev.archipelago.apiserver.cel;

import static dev.archipelago.apiserver.cel.FunctionTable.TEXT;

import dev.archipelago.apiserver.cel.FunctionTable.Kind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import java.util.function.Function;

/// IP addresses and networks.
final class NetworkFunctions {
    private static final CelType IP_TYPE = OpaqueType.create("net.IP");
    private static final CelType CIDR_TYPE = OpaqueType.create("net.CIDR");
    private static final Kind<IpAddress> IP = new Kind<>(IP_TYPE, IpAddress.class);
    private static final Kind<Cidr> CIDR = new Kind<>(CIDR_TYPE, Cidr.class);

    private NetworkFunctions() {}

    static void addTo(FunctionTable table) {
        addAddresses(table);
        addNetworks(table);
    }

    private static void addAddresses(FunctionTable table) {
        CelType bool = SimpleType.BOOL;
        table.global("ip", "string_to_ip", IP_TYPE, TEXT, text -> parsed(text, IpAddress::parse));
        table.global("isIP", "is_ip", bool, TEXT, text -> parses(text, IpAddress::parse));
        table.global(
                "ip.isCanonical",
                "ip_is_canonical",
                bool,
                TEXT,
                text -> parsed(text, IpAddress::parse).toString().equals(text));
        table.global("string", "ip_to_string", SimpleType.STRING, IP, IpAddress::toString);
        table.member("family", "ip_family", SimpleType.INT, IP, IpAddress::family);
        table.member(
                "isUnspecified",
                "ip_is_unspecified",
                bool,
                IP,
                ip -> ip.address().isAnyLocalAddress());
        table.member(
                "isLoopback", "ip_is_loopback", bool, IP, ip -> ip.address().isLoopbackAddress());
        table.member(
                "isLinkLocalUnicast",
                "ip_is_link_local_unicast",
                bool,
                IP,
                ip -> ip.address().isLinkLocalAddress());
        table.member("isLinkLocalMulticast", "ip_is_link_local_multicast", bool, IP, IpAddress::isLinkLocalMulticast);
        table.member("isGlobalUnicast", "ip_is_global_unicast", bool, IP, IpAddress::isGlobalUnicast);
    }

    private static void addNetworks(FunctionTable table) {
        CelType bool = SimpleType.BOOL;
        table.global("cidr", "string_to_cidr", CIDR_TYPE, TEXT, text -> parsed(text, Cidr::parse));
        table.global("isCIDR", "is_cidr", bool, TEXT, text -> parses(text, Cidr::parse));
        table.global("string", "cidr_to_string", SimpleType.STRING, CIDR, Cidr::toString);
        table.member("ip", "cidr_ip", IP_TYPE, CIDR, Cidr::address);
        table.member("masked", "cidr_masked", CIDR_TYPE, CIDR, Cidr::masked);
        table.member("prefixLength", "cidr_prefix_length", SimpleType.INT, CIDR, cidr -> (long) cidr.bits());
        table.member("containsIP", "cidr_contains_ip_ip", bool, CIDR, IP, Cidr::contains);
        table.member(
                "containsIP",
                "cidr_contains_ip_string",
                bool,
                CIDR,
                TEXT,
                (cidr, text) -> cidr.contains(parsed(text, IpAddress::parse)));
        table.member("containsCIDR", "cidr_contains_cidr", bool, CIDR, CIDR, Cidr::contains);
        table.member(
                "containsCIDR",
                "cidr_contains_cidr_string",
                bool,
                CIDR,
                TEXT,
                (cidr, text) -> cidr.contains(parsed(text, Cidr::parse)));
    }

    private static <T> T parsed(String text, Function<String, T> parser) throws CelEvaluationException {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new CelEvaluationException(String.valueOf(e.getMessage()), e);
        }
    }

    private static boolean parses(String text, Function<String, ?> parser) {
        try {
            return parser.apply(text) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
