package dev.archipelago.api.selector;

import static dev.archipelago.api.selector.SelectableField.NAME;
import static dev.archipelago.api.selector.SelectableField.NAMESPACE;
import static dev.archipelago.api.selector.SelectableField.at;
import static dev.archipelago.api.selector.SelectableField.found;
import static dev.archipelago.api.selector.SelectableFields.NOT_SUPPORTED;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Which built-in kinds can be selected by more than name and namespace.
final class BuiltinFields {
    private static final List<String> REFERENCE =
            List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath");

    static final Map<String, SelectableFields> TABLE = Map.ofEntries(
            Map.entry("v1/Pod", pod()),
            Map.entry("v1/Node", supported(NAME, at("spec.unschedulable").orElse("false"))),
            Map.entry("v1/Namespace", supported(NAME, at("status.phase"))),
            Map.entry("v1/Secret", supported(NAME, NAMESPACE, at("type"))),
            Map.entry("v1/Service", supported(NAME, NAMESPACE, at("spec.clusterIP"), at("spec.type"))),
            Map.entry(
                    "v1/ReplicationController",
                    supported(NAME, NAMESPACE, at("status.replicas").orElse("0"))),
            Map.entry(
                    "apps/v1/ReplicaSet",
                    supported(NAME, NAMESPACE, at("status.replicas").orElse("0"))),
            Map.entry("batch/v1/Job", job()),
            Map.entry("certificates.k8s.io/v1/CertificateSigningRequest", supported(NAME, at("spec.signerName"))),
            Map.entry("resource.k8s.io/v1/ResourceSlice", resourceSlice()),
            Map.entry("v1/Event", coreEvent()),
            Map.entry("events.k8s.io/v1/Event", event()));

    private BuiltinFields() {}

    private static SelectableFields supported(SelectableField... fields) {
        return new SelectableFields(NOT_SUPPORTED, List.of(fields));
    }

    private static SelectableFields pod() {
        return supported(
                        NAME,
                        NAMESPACE,
                        at("spec.nodeName"),
                        at("spec.restartPolicy"),
                        at("spec.schedulerName"),
                        at("spec.serviceAccountName"),
                        at("spec.hostNetwork").orElse("false"),
                        at("status.phase"),
                        found("status.podIP", "status.podIPs.[0].ip", "status.podIP"),
                        // Accepted for the sake of its name, yet a list has no one value to compare.
                        found("status.podIPs"),
                        at("status.nominatedNodeName"))
                .withAlias("spec.host", "spec.nodeName");
    }

    private static SelectableFields job() {
        return new SelectableFields(
                "field label %2$s not supported for Job",
                List.of(
                        NAME,
                        NAMESPACE,
                        found("status.successful", "status.succeeded").orElse("0")));
    }

    private static SelectableFields resourceSlice() {
        return new SelectableFields(
                "field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: %1$s",
                List.of(NAME, at("spec.nodeName"), at("spec.driver")));
    }

    /// Two groups serve the same events, so either form may be the one that is stored.
    private static SelectableFields coreEvent() {
        List<SelectableField> fields = new ArrayList<>(List.of(
                NAME,
                NAMESPACE,
                at("reason"),
                at("type"),
                found("reportingComponent", "reportingComponent", "reportingController"),
                found(
                        "source",
                        "source.component",
                        "deprecatedSource.component",
                        "reportingComponent",
                        "reportingController")));
        for (String field : REFERENCE) {
            fields.add(found("involvedObject." + field, "involvedObject." + field, "regarding." + field));
        }
        return new SelectableFields(NOT_SUPPORTED, fields);
    }

    private static SelectableFields event() {
        return coreEvent().relabelled(label -> switch (label) {
            case "source" -> null;
            case "reportingComponent" -> "reportingController";
            default -> label.replace("involvedObject.", "regarding.");
        });
    }
}
