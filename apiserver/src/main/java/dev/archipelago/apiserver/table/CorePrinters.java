package dev.archipelago.apiserver.table;

import static dev.archipelago.apiserver.table.Column.AGE;
import static dev.archipelago.apiserver.table.Column.NAME;
import static dev.archipelago.apiserver.table.Column.text;
import static dev.archipelago.apiserver.table.Values.at;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// The smaller kinds of the core group.
final class CorePrinters {
    static final Table NAMESPACE = Table.of(
            (namespace, cells) -> cells.name(namespace)
                    .text(Values.text(namespace, "status", "phase"))
                    .age(namespace),
            NAME,
            text("Status", "Whether the namespace is in use or going away"),
            AGE);

    static final Table CONFIG_MAP = Table.of(
            (map, cells) -> cells.name(map)
                    .number(map.path("data").size() + map.path("binaryData").size())
                    .age(map),
            NAME,
            text("Data", "Number of entries"),
            AGE);

    static final Table SECRET = Table.of(
            (secret, cells) -> cells.name(secret)
                    .text(Values.text(secret, "type"))
                    .number(secret.path("data").size())
                    .age(secret),
            NAME,
            text("Type", "What the secret is for"),
            text("Data", "Number of entries"),
            AGE);

    static final Table RESOURCE_QUOTA = Table.of(
            CorePrinters::printQuota,
            NAME,
            text("Request", "Use and bound of what is requested"),
            text("Limit", "Use and bound of limits"),
            AGE);

    static final Table COMPONENT_STATUS = Table.of(
            CorePrinters::printComponent,
            NAME,
            text("Status", "Whether the component is healthy"),
            text("Message", "What the component says"),
            text("Error", "What is wrong with the component"));

    private CorePrinters() {}

    private static void printQuota(JsonNode quota, Cells cells) {
        Map<String, JsonNode> hard = new TreeMap<>();
        at(quota, "status", "hard").properties().forEach(bound -> hard.put(bound.getKey(), bound.getValue()));
        List<String> requests = new ArrayList<>();
        List<String> limits = new ArrayList<>();
        hard.forEach((resource, bound) -> {
            String used = Values.given(quota, "0", "status", "used", resource);
            (resource.startsWith("limits.") ? limits : requests)
                    .add("%s: %s/%s".formatted(resource, Values.quantity(used), Values.quantity(Values.string(bound))));
        });
        cells.name(quota)
                .text(String.join(", ", requests))
                .text(String.join(", ", limits))
                .age(quota);
    }

    private static void printComponent(JsonNode component, Cells cells) {
        JsonNode healthy = Values.ofType(component.path("conditions"), "Healthy");
        cells.name(component);
        if (healthy == null) {
            cells.text("Unknown").text("").text("");
        } else {
            cells.text(Values.text(healthy, "status").equals("True") ? "Healthy" : "Unhealthy")
                    .text(Values.text(healthy, "message"))
                    .text(Values.text(healthy, "error"));
        }
    }
}
