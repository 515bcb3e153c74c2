package dev.archipelago.apiserver.table;

import static dev.archipelago.apiserver.table.Column.AGE;
import static dev.archipelago.apiserver.table.Column.NAME;
import static dev.archipelago.apiserver.table.Column.text;
import static dev.archipelago.apiserver.table.Values.NONE;
import static dev.archipelago.apiserver.table.Values.at;
import static dev.archipelago.apiserver.table.Values.given;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What the cluster itself is run with: leases, priorities, devices, fairness of requests.
final class ClusterPrinters {
    static final Table LEASE = Table.of(
            (lease, cells) -> cells.name(lease)
                    .text(Values.text(lease, "spec", "holderIdentity"))
                    .age(lease),
            NAME,
            text("Holder", "Who holds the lease"),
            AGE);

    static final Table PRIORITY_CLASS = Table.of(
            (priority, cells) -> cells.name(priority)
                    .number(Values.number(priority, "value"))
                    .flag(Values.flag(priority, "globalDefault"))
                    .age(priority)
                    .text(Values.text(priority, "preemptionPolicy")),
            NAME,
            Column.integer("Value", "Priority of pods of the class"),
            Column.flag("Global-Default", "Whether pods without a class get this one"),
            AGE,
            text("PreemptionPolicy", "Whether pods of the class displace others"));

    static final Table RUNTIME_CLASS = Table.of(
            (runtime, cells) ->
                    cells.name(runtime).text(Values.text(runtime, "handler")).age(runtime),
            NAME,
            text("Handler", "Runtime configuration that nodes use"),
            AGE);

    static final Table RESOURCE_CLAIM = Table.of(
            (claim, cells) -> cells.name(claim).text(state(claim)).age(claim),
            NAME,
            text("State", "Whether devices are allocated and reserved"),
            AGE);

    static final Table RESOURCE_SLICE = Table.of(
            (slice, cells) -> cells.name(slice)
                    .text(Values.text(slice, "spec", "nodeName"))
                    .text(Values.text(slice, "spec", "driver"))
                    .text(Values.text(slice, "spec", "pool", "name"))
                    .age(slice),
            NAME,
            text("Node", "Node the devices are on"),
            text("Driver", "Driver of the devices"),
            text("Pool", "Pool the devices belong to"),
            AGE);

    static final Table FLOW_SCHEMA = Table.of(
            (schema, cells) -> cells.name(schema)
                    .text(Values.text(schema, "spec", "priorityLevelConfiguration", "name"))
                    .number(Values.number(schema, "spec", "matchingPrecedence"))
                    .text(given(schema, NONE, "spec", "distinguisherMethod", "type"))
                    .age(schema)
                    .text(dangling(schema)),
            NAME,
            text("PriorityLevel", "Priority level of matching requests"),
            text("MatchingPrecedence", "Order in which schemas are tried"),
            text("DistinguisherMethod", "How flows are told apart"),
            AGE,
            text("MissingPL", "Whether the priority level does not exist"));

    static final Table PRIORITY_LEVEL = Table.of(
            ClusterPrinters::printPriorityLevel,
            NAME,
            text("Type", "Limited or exempt"),
            text("NominalConcurrencyShares", "Share of the requests under way"),
            text("Queues", "Number of queues"),
            text("HandSize", "Queues that one flow may use"),
            text("QueueLengthLimit", "Requests that may wait in a queue"),
            AGE);

    private ClusterPrinters() {}

    private static String state(JsonNode claim) {
        boolean deleted = Values.isDeleted(claim);
        boolean allocated = Values.has(claim, "status", "allocation");
        List<String> states = new ArrayList<>();
        if (deleted) {
            states.add("deleted");
        }
        if (allocated) {
            states.add("allocated");
        } else if (!deleted) {
            states.add("pending");
        }
        if (allocated && !at(claim, "status", "reservedFor").isEmpty()) {
            states.add("reserved");
        }
        return String.join(",", states);
    }

    private static String dangling(JsonNode schema) {
        JsonNode condition = Values.ofType(at(schema, "status", "conditions"), "Dangling");
        return condition == null ? "?" : Values.text(condition, "status");
    }

    private static void printPriorityLevel(JsonNode level, Cells cells) {
        JsonNode limited = at(level, "spec", "limited");
        JsonNode queuing = at(limited, "limitResponse", "queuing");
        cells.name(level).text(Values.text(level, "spec", "type"));
        numberOrNone(limited, "nominalConcurrencyShares", cells);
        numberOrNone(queuing, "queues", cells);
        numberOrNone(queuing, "handSize", cells);
        numberOrNone(queuing, "queueLengthLimit", cells);
        cells.age(level);
    }

    private static void numberOrNone(JsonNode owner, String field, Cells cells) {
        if (Values.isPresent(owner)) {
            cells.number(Values.number(owner, field));
        } else {
            cells.text(NONE);
        }
    }
}
