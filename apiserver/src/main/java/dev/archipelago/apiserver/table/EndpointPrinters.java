package dev.archipelago.apiserver.table;

import static dev.archipelago.apiserver.table.Column.AGE;
import static dev.archipelago.apiserver.table.Column.NAME;
import static dev.archipelago.apiserver.table.Column.text;
import static dev.archipelago.apiserver.table.Values.NONE;
import static dev.archipelago.apiserver.table.Values.UNSET;
import static dev.archipelago.apiserver.table.Values.or;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Where services lead. Of many addresses only the first are shown.
final class EndpointPrinters {
    static final Table ENDPOINTS = Table.of(
            (endpoints, cells) -> cells.name(endpoints)
                    .text(endpoints.path("subsets").isEmpty() ? NONE : addresses(endpoints))
                    .age(endpoints),
            NAME,
            text("Endpoints", "Addresses and ports that serve"),
            AGE);

    static final Table ENDPOINT_SLICE = Table.of(
            (slice, cells) -> cells.name(slice)
                    .text(Values.text(slice, "addressType"))
                    .text(or(ports(slice.path("ports")), UNSET))
                    .text(or(sliceAddresses(slice.path("endpoints")), UNSET))
                    .age(slice),
            NAME,
            text("AddressType", "Kind of address"),
            text("Ports", "Ports that serve"),
            text("Endpoints", "Addresses that serve"),
            AGE);

    private static final int MOST = 3;

    private EndpointPrinters() {}

    private static String addresses(JsonNode endpoints) {
        List<String> texts = new ArrayList<>();
        for (JsonNode subset : endpoints.path("subsets")) {
            JsonNode ports = subset.path("ports");
            if (ports.isEmpty()) {
                subset.path("addresses").forEach(address -> texts.add(Values.text(address, "ip")));
            }
            for (JsonNode port : ports) {
                for (JsonNode address : subset.path("addresses")) {
                    texts.add(hostAndPort(Values.text(address, "ip"), Values.number(port, "port")));
                }
            }
        }
        return Values.firstOf(texts, MOST, ",");
    }

    private static String hostAndPort(String host, long port) {
        return (host.indexOf(':') < 0 ? host : '[' + host + ']') + ':' + port;
    }

    private static String ports(JsonNode ports) {
        List<String> texts = new ArrayList<>();
        for (JsonNode port : ports) {
            texts.add(Values.given(port, Values.given(port, "*", "name"), "port"));
        }
        return Values.firstOf(texts, MOST, ",");
    }

    private static String sliceAddresses(JsonNode endpoints) {
        List<String> texts = new ArrayList<>();
        for (JsonNode endpoint : endpoints) {
            endpoint.path("addresses").forEach(address -> texts.add(Values.string(address)));
        }
        return Values.firstOf(texts, MOST, ",");
    }
}
