package dev.archipelago.apiserver.decode;

import dev.archipelago.model.schema.Struct;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Where a walk over a tree is. Costs a few array stores per step and is only rendered when something is wrong.
final class Position {
    private @Nullable String[] names = new @Nullable String[16];
    private @Nullable Struct[] owners = new @Nullable Struct[16];
    private int[] indexes = new int[16];
    private int depth;

    /// Enters a member of a JSON object.
    ///
    /// @param owner the struct that has the field, or null for a key of a map
    void enter(@Nullable Struct owner, String name) {
        grow();
        owners[depth] = owner;
        names[depth++] = name;
    }

    void enter(int index) {
        grow();
        owners[depth] = null;
        names[depth] = null;
        indexes[depth++] = index;
    }

    void leave() {
        depth--;
    }

    private void grow() {
        if (depth == names.length) {
            names = Arrays.copyOf(names, depth * 2);
            owners = Arrays.copyOf(owners, depth * 2);
            indexes = Arrays.copyOf(indexes, depth * 2);
        }
    }

    /// Such as `spec.containers[0].image`.
    String path() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            String name = names[i];
            if (name == null) {
                text.append('[').append(indexes[i]).append(']');
            } else {
                text.append(text.isEmpty() ? "" : ".").append(name);
            }
        }
        return text.toString();
    }

    /// Such as `EnvVar.spec.containers.env.value`: the innermost struct's type, then the fields without keys and
    /// indexes. That is how Kubernetes clients have always seen a type error.
    String typedField() {
        StringBuilder text = new StringBuilder();
        String type = "";
        for (int i = 0; i < depth; i++) {
            Struct owner = owners[i];
            if (owner != null) {
                type = owner.name().substring(owner.name().lastIndexOf('.') + 1);
                text.append('.').append(names[i]);
            }
        }
        return type + text;
    }
}
