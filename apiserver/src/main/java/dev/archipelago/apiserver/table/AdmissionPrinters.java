package dev.archipelago.apiserver.table;

import static dev.archipelago.apiserver.table.Column.AGE;
import static dev.archipelago.apiserver.table.Column.NAME;
import static dev.archipelago.apiserver.table.Column.integer;
import static dev.archipelago.apiserver.table.Column.text;
import static dev.archipelago.apiserver.table.Values.UNSET;
import static dev.archipelago.apiserver.table.Values.at;

import tools.jackson.databind.JsonNode;

/// What requests have to pass.
final class AdmissionPrinters {
    static final Table WEBHOOKS = Table.of(
            (configuration, cells) -> cells.name(configuration)
                    .number(configuration.path("webhooks").size())
                    .age(configuration),
            NAME,
            integer("Webhooks", "Number of webhooks"),
            AGE);

    static final Table VALIDATING_POLICY = policy("validations", "Validations");
    static final Table MUTATING_POLICY = policy("mutations", "Mutations");

    static final Table POLICY_BINDING = Table.of(
            (binding, cells) -> cells.name(binding)
                    .text(Values.text(binding, "spec", "policyName"))
                    .text(parameters(at(binding, "spec", "paramRef")))
                    .age(binding),
            NAME,
            text("PolicyName", "Policy that is put in force"),
            text("ParamRef", "Object with the policy's parameters"),
            AGE);

    private AdmissionPrinters() {}

    private static Table policy(String rules, String column) {
        return Table.of(
                (policy, cells) -> cells.name(policy)
                        .number(at(policy, "spec", rules).size())
                        .text(parameterKind(at(policy, "spec", "paramKind")))
                        .age(policy),
                NAME,
                integer(column, "Number of " + rules),
                text("ParamKind", "Kind of the objects with parameters"),
                AGE);
    }

    private static String parameterKind(JsonNode kind) {
        return Values.isPresent(kind) ? Values.text(kind, "apiVersion") + '/' + Values.text(kind, "kind") : UNSET;
    }

    private static String parameters(JsonNode reference) {
        String name = Values.text(reference, "name");
        if (!name.isEmpty()) {
            // Without a namespace it is that of the object under review, or none: which, cannot be told from here.
            return Values.or(Values.text(reference, "namespace"), "*") + '/' + name;
        }
        return Values.has(reference, "selector") ? Selectors.shown(reference.path("selector")) : UNSET;
    }
}
