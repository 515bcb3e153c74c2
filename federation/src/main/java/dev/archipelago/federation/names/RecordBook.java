package dev.archipelago.federation.names;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Collects DNS records by name, in the text form that ConfigMaps have.
final class RecordBook {
    private static final int TTL_SECONDS = 5;

    private final SortedMap<String, Set<String>> lines = new TreeMap<>();

    void address(String name, String address) {
        add(name, address.contains(":") ? "AAAA" : "A", address);
    }

    void addresses(String name, Collection<String> addresses) {
        addresses.forEach(address -> address(name, address));
    }

    void alias(String name, String target) {
        add(name, "CNAME", target + '.');
    }

    void service(String name, int port, String target) {
        add(name, "SRV", "0 100 " + port + ' ' + target + '.');
    }

    private void add(String name, String type, String data) {
        lines.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(type + ' ' + TTL_SECONDS + ' ' + data);
    }

    /// By name, a line for each record.
    SortedMap<String, String> texts() {
        SortedMap<String, String> texts = new TreeMap<>();
        lines.forEach((name, records) -> texts.put(name, String.join("\n", records)));
        return texts;
    }
}
