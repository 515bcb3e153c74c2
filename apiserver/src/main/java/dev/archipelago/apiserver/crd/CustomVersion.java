package dev.archipelago.apiserver.crd;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.structural.StructuralSchema;
import dev.archipelago.model.kinds.ResourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A version of a custom kind, and what is done to its objects.
///
/// @param served whether clients may use it; objects can be stored in a version that is not
/// @param storage whether objects are stored in it
/// @param selectableFields the JSON paths that field selectors may name, such as `.spec.color`
/// @param deprecationWarning what clients of the version are warned with, or empty
public record CustomVersion(
        ResourceKind kind,
        boolean served,
        boolean storage,
        StructuralSchema schema,
        List<PrinterColumn> columns,
        Optional<ScaleFields> scale,
        List<String> selectableFields,
        String deprecationWarning) {

    public CustomVersion {
        columns = List.copyOf(columns);
        selectableFields = List.copyOf(selectableFields);
    }

    /// The schema as OpenAPI has it, without apiVersion, kind and metadata.
    public JsonNode openApi() {
        return schema.openApi();
    }

    public boolean hasStatus() {
        return kind.subresource("status").isPresent();
    }

    /// Makes an object of another version one of this, for definitions that convert by doing nothing.
    public void adopt(ObjectNode object) {
        object.put("apiVersion", kind.apiVersion());
        schema.prune(object);
        schema.applyDefaults(object);
    }

    /// Clients that create cannot set the status, where it is written by itself.
    public void prepareForCreate(ObjectNode object) {
        if (hasStatus()) {
            object.remove("status");
        }
    }

    /// Keeps an update of the object itself from changing the status, where that is written by itself.
    public void prepareForUpdate(ObjectNode current, ObjectNode updated) {
        if (!hasStatus()) {
            return;
        }
        JsonNode status = current.get("status");
        if (status == null) {
            updated.remove("status");
        } else {
            updated.set("status", status.deepCopy());
        }
    }

    /// What is wrong with a new object, apart from its metadata.
    public List<FieldError> validate(ObjectNode object) {
        return withScale(schema.validate(object), object, false);
    }

    /// What is wrong with a changed object, apart from its metadata.
    ///
    /// @param subresource `status`, or empty for the object itself
    public List<FieldError> validateUpdate(ObjectNode current, ObjectNode updated, String subresource) {
        boolean statusOnly = subresource.equals("status");
        return withScale(
                statusOnly ? schema.validateStatusUpdate(current, updated) : schema.validateUpdate(current, updated),
                updated,
                statusOnly);
    }

    private List<FieldError> withScale(List<FieldError> errors, ObjectNode object, boolean statusOnly) {
        List<FieldError> more = scale.isEmpty() ? List.of() : scale.get().validate(object, statusOnly);
        if (more.isEmpty()) {
            return errors;
        }
        List<FieldError> all = new ArrayList<>(errors);
        all.addAll(more);
        return all;
    }
}
