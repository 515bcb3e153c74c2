package dev.archipelago.apiserver.crd;

import dev.archipelago.api.objects.NameRules;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// Checks the names that a definition asks for or has been given.
final class NamesCheck {
    private NamesCheck() {}

    /// In a spec, names are required too.
    static void checkRequired(String path, JsonNode names, Errors errors) {
        for (String name : List.of("plural", "singular", "kind", "listKind")) {
            if (Json.text(names, name).isEmpty()) {
                errors.required(path + '.' + name);
            }
        }
    }

    static void check(String path, JsonNode names, Errors errors) {
        for (String name : List.of("plural", "singular")) {
            String text = Json.text(names, name);
            errors.check(path + '.' + name, text, text.isEmpty() ? "" : NameRules.label(text));
        }
        for (String name : List.of("kind", "listKind")) {
            String text = Json.text(names, name);
            String complaint = text.isEmpty() ? "" : NameRules.label(text.toLowerCase(Locale.ROOT));
            errors.check(
                    path + '.' + name,
                    text,
                    complaint.isEmpty() ? "" : "may have mixed case, but should otherwise match: " + complaint);
        }
        checkAll(path + ".shortNames", names.path("shortNames"), errors);
        String kind = Json.text(names, "kind");
        if (!kind.isEmpty() && kind.equals(Json.text(names, "listKind"))) {
            errors.invalid(path + ".listKind", kind, "kind and listKind may not be the same");
        }
        checkAll(path + ".categories", names.path("categories"), errors);
    }

    private static void checkAll(String path, JsonNode names, Errors errors) {
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i).asString("");
            errors.check(path + '[' + i + ']', name, NameRules.label(name));
        }
    }
}
