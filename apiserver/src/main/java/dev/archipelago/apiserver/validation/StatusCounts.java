package dev.archipelago.apiserver.validation;

import java.util.List;

/// The counters in the status of workloads: not negative, and no part larger than the whole.
final class StatusCounts {
    private StatusCounts() {}

    static void notNegative(Cursor status, List<String> fields) {
        for (String field : fields) {
            Numbers.notNegative(status, field);
        }
    }

    static void withinReplicas(Cursor status, List<String> fields) {
        for (String field : fields) {
            if (status.number(field) > status.number("replicas")) {
                status.field(field).invalid(status.number(field), "cannot be greater than status.replicas");
            }
        }
    }

    static void availableWithinReady(Cursor status, String detail) {
        if (status.number("availableReplicas") > status.number("readyReplicas")) {
            status.field("availableReplicas").invalid(detail);
        }
    }

    static void collisionsNeverFewer(Cursor status, Cursor old) {
        if (status.number("collisionCount") < old.number("collisionCount")) {
            status.field("collisionCount").invalid(status.number("collisionCount"), "cannot be decremented");
        }
    }
}
