package dev.archipelago.apiserver.table;

import static dev.archipelago.apiserver.table.Column.AGE;
import static dev.archipelago.apiserver.table.Column.NAME;
import static dev.archipelago.apiserver.table.Column.text;
import static dev.archipelago.apiserver.table.Column.wide;
import static dev.archipelago.apiserver.table.Values.NONE;
import static dev.archipelago.apiserver.table.Values.at;
import static dev.archipelago.apiserver.table.Values.or;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Who may do what, and who says so.
final class AccessPrinters {
    static final Table ROLE_BINDING = Table.of(
            AccessPrinters::printBinding,
            NAME,
            text("Role", "Role that is granted"),
            AGE,
            wide("Users", "Users it is granted to"),
            wide("Groups", "Groups it is granted to"),
            wide("ServiceAccounts", "Service accounts it is granted to"));

    static final Table CERTIFICATE_SIGNING_REQUEST = Table.of(
            AccessPrinters::printSigningRequest,
            NAME,
            AGE,
            text("SignerName", "Who is asked to sign"),
            text("Requestor", "User who asks"),
            text("RequestedDuration", "How long the certificate should be valid"),
            text("Condition", "What has become of the request"));

    static final Table API_SERVICE = Table.of(
            (service, cells) -> cells.name(service)
                    .text(servedBy(at(service, "spec", "service")))
                    .text(available(service))
                    .age(service),
            NAME,
            text("Service", "Service that serves this version"),
            text("Available", "Whether it does"),
            AGE);

    private AccessPrinters() {}

    private static void printBinding(JsonNode binding, Cells cells) {
        cells.name(binding)
                .text(Values.text(binding, "roleRef", "kind") + '/' + Values.text(binding, "roleRef", "name"))
                .age(binding)
                .text(subjects(binding, "User"))
                .text(subjects(binding, "Group"))
                .text(subjects(binding, "ServiceAccount"));
    }

    private static String subjects(JsonNode binding, String kind) {
        List<String> names = new ArrayList<>();
        for (JsonNode subject : binding.path("subjects")) {
            if (Values.text(subject, "kind").equals(kind)) {
                String name = Values.text(subject, "name");
                names.add(kind.equals("ServiceAccount") ? Values.text(subject, "namespace") + '/' + name : name);
            }
        }
        return String.join(", ", names);
    }

    private static void printSigningRequest(JsonNode request, Cells cells) {
        JsonNode spec = request.path("spec");
        cells.name(request)
                .age(request)
                .text(or(Values.text(spec, "signerName"), NONE))
                .text(Values.text(spec, "username"))
                .text(
                        Values.has(spec, "expirationSeconds")
                                ? HumanDuration.of(Duration.ofSeconds(Values.number(spec, "expirationSeconds")))
                                : NONE)
                .text(condition(request.path("status")));
    }

    private static String condition(JsonNode status) {
        JsonNode conditions = status.path("conditions");
        StringBuilder text = new StringBuilder();
        if (Values.ofType(conditions, "Denied") != null) {
            text.append("Denied");
        } else {
            text.append(Values.ofType(conditions, "Approved") != null ? "Approved" : "Pending");
        }
        if (Values.ofType(conditions, "Failed") != null) {
            text.append(",Failed");
        }
        if (!Values.text(status, "certificate").isEmpty()) {
            text.append(",Issued");
        }
        return text.toString();
    }

    private static String servedBy(JsonNode service) {
        return Values.isPresent(service)
                ? Values.text(service, "namespace") + '/' + Values.text(service, "name")
                : "Local";
    }

    private static String available(JsonNode service) {
        JsonNode condition = Values.ofType(at(service, "status", "conditions"), "Available");
        if (condition == null) {
            return "Unknown";
        }
        String status = Values.text(condition, "status");
        String reason = Values.text(condition, "reason");
        return status.equals("True") || reason.isEmpty() ? status : "%s (%s)".formatted(status, reason);
    }
}
