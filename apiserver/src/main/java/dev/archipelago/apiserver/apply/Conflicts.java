package dev.archipelago.apiserver.apply;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Cause;
import dev.archipelago.api.errors.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The fields that an apply would take from others.
final class Conflicts {
    private record Conflict(Entry owner, FieldSet fields) {}

    private final List<Conflict> conflicts = new ArrayList<>();

    void add(Entry owner, FieldSet fields) {
        conflicts.add(new Conflict(owner, fields));
    }

    boolean isEmpty() {
        return conflicts.isEmpty();
    }

    /// The conflicts that are not about the given fields.
    Conflicts without(FieldSet allowed) {
        Conflicts rest = new Conflicts();
        for (Conflict conflict : conflicts) {
            FieldSet fields = conflict.fields.difference(allowed);
            if (!fields.isEmpty()) {
                rest.add(conflict.owner, fields);
            }
        }
        return rest;
    }

    ApiException exception() {
        conflicts.sort(Comparator.comparing(conflict -> conflict.owner.describe()));
        List<Cause> causes = new ArrayList<>();
        StringBuilder byManager = new StringBuilder();
        for (Conflict conflict : conflicts) {
            String owner = conflict.owner.describe();
            byManager
                    .append(byManager.isEmpty() ? "" : "\n")
                    .append("conflicts with ")
                    .append(owner)
                    .append(':');
            conflict.fields.forEachPath(path -> {
                causes.add(new Cause("FieldManagerConflict", "conflict with " + owner, path));
                byManager.append("\n- ").append(path);
            });
        }
        String message = causes.size() == 1
                ? "Apply failed with 1 conflict: %s: %s"
                        .formatted(
                                causes.getFirst().message(), causes.getFirst().field())
                : "Apply failed with %d conflicts: %s".formatted(causes.size(), byManager);
        return new ApiException(Reason.CONFLICT, message, ApiException.Details.NONE.withCauses(causes));
    }
}
