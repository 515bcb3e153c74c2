package dev.archipelago.api.selector;

import dev.archipelago.api.errors.ApiException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The fields of one kind that selectors may name. A name or namespace can be asked of nearly every kind.
public final class SelectableFields {
    private static final SelectableFields METADATA_ONLY = new SelectableFields(
            "%2$s is not a known field selector: only \"metadata.name\", \"metadata.namespace\"",
            List.of(SelectableField.NAME, SelectableField.NAMESPACE));

    static final String NOT_SUPPORTED = "field label not supported: %1$s";

    private final String refusal;
    private final Map<String, SelectableField> byLabel;

    /// @param refusal what to say of a label that is not among the fields: `%1$s` is the label, `%2$s` is it quoted
    SelectableFields(String refusal, List<SelectableField> fields) {
        this.refusal = refusal;
        byLabel = new LinkedHashMap<>();
        fields.forEach(field -> byLabel.put(field.name(), field));
    }

    private SelectableFields(String refusal, Map<String, SelectableField> byLabel) {
        this.refusal = refusal;
        this.byLabel = byLabel;
    }

    SelectableFields withAlias(String label, String name) {
        Map<String, SelectableField> labels = new LinkedHashMap<>(byLabel);
        labels.put(label, resolve(name));
        return new SelectableFields(refusal, labels);
    }

    /// The same fields under the labels of another version; fields it has no label for are left out.
    SelectableFields relabelled(UnaryOperator<@Nullable String> labelOf) {
        Map<String, SelectableField> labels = new LinkedHashMap<>();
        byLabel.forEach((label, field) -> {
            String other = labelOf.apply(label);
            if (other != null) {
                labels.put(other, field);
            }
        });
        return new SelectableFields(refusal, labels);
    }

    /// The fields of a built-in kind.
    ///
    /// @param apiVersion such as `v1` or `apps/v1`
    public static SelectableFields of(String apiVersion, String kind) {
        return BuiltinFields.TABLE.getOrDefault(apiVersion + '/' + kind, METADATA_ONLY);
    }

    /// The fields of a custom kind.
    ///
    /// @param jsonPaths of the served version's `selectableFields`, such as `.spec.color`
    public static SelectableFields ofCustom(boolean namespaced, List<String> jsonPaths) {
        List<SelectableField> fields = new ArrayList<>();
        for (String path : jsonPaths) {
            fields.add(SelectableField.at(path.startsWith(".") ? path.substring(1) : path));
        }
        fields.add(SelectableField.NAME);
        if (namespaced) {
            fields.add(SelectableField.NAMESPACE);
        }
        return new SelectableFields(NOT_SUPPORTED, fields);
    }

    SelectableField resolve(String label) {
        @Nullable SelectableField field = byLabel.get(label);
        if (field == null) {
            throw ApiException.badRequest(refusal.formatted(label, SelectorText.quoted(label)));
        }
        return field;
    }
}
