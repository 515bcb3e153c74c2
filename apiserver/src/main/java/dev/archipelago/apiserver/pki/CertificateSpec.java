package dev.archipelago.apiserver.pki;

import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What a certificate says about its holder.
///
/// @param commonName the user name of a client, the name of a server
/// @param organizations the groups of a client
/// @param dnsNames the names a server answers to
/// @param addresses the addresses a server answers at
public record CertificateSpec(
        String commonName,
        List<String> organizations,
        List<String> dnsNames,
        List<InetAddress> addresses,
        Usage usage) {

    /// What a certificate may be used for.
    public enum Usage {
        SERVER("1.3.6.1.5.5.7.3.1"),
        CLIENT("1.3.6.1.5.5.7.3.2");

        private final String oid;

        Usage(String oid) {
            this.oid = oid;
        }

        String oid() {
            return oid;
        }
    }

    public CertificateSpec {
        organizations = List.copyOf(organizations);
        dnsNames = List.copyOf(dnsNames);
        addresses = List.copyOf(addresses);
    }

    public static CertificateSpec client(String commonName, String... organizations) {
        return new CertificateSpec(commonName, List.of(organizations), List.of(), List.of(), Usage.CLIENT);
    }

    public static CertificateSpec server(String commonName, List<String> dnsNames, List<InetAddress> addresses) {
        return new CertificateSpec(commonName, List.of(), dnsNames, addresses, Usage.SERVER);
    }

    /// The alternative names as a comparable set: what a certificate must cover, in no order.
    Set<String> alternativeNames() {
        Set<String> names = new TreeSet<>(dnsNames);
        for (InetAddress address : addresses) {
            names.add(address.getHostAddress());
        }
        return names;
    }
}
