package dev.archipelago.apiserver.structural;

import dev.archipelago.api.errors.FieldError;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Evaluates the CEL rules of a schema.
public interface RuleChecker {

    /// What the rules say of a value.
    ///
    /// @param root the field that the value is in, or empty for a whole object
    /// @param old the value as it was, null when it is new
    List<FieldError> check(String root, JsonNode value, @Nullable JsonNode old);

    /// Makes checkers. Loads nothing of CEL before it is asked for the first one.
    interface Factory {
        /// The checker of a schema.
        ///
        /// @param resource whether values are whole objects, with apiVersion, kind and metadata
        RuleChecker of(SchemaNode node, boolean resource);
    }
}
