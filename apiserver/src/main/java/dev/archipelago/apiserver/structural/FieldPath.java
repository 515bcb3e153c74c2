package dev.archipelago.apiserver.structural;

import java.util.Arrays;

/// Where a walk through an object is. Text is made only when there is something to say.
///
/// Belongs to one walk, on one thread.
public final class FieldPath {
    private static final int CHILD = -1;
    private static final int KEY = -2;

    private String[] names = new String[16];
    private int[] indexes = new int[16];
    private int depth;

    /// Into a field of an object.
    public void child(String name) {
        push(name, CHILD);
    }

    /// Into a value of a map.
    public void key(String name) {
        push(name, KEY);
    }

    /// Into an item of a list.
    public void index(int index) {
        push("", index);
    }

    public void up() {
        depth--;
    }

    private void push(String name, int index) {
        if (depth == names.length) {
            names = Arrays.copyOf(names, depth * 2);
            indexes = Arrays.copyOf(indexes, depth * 2);
        }
        names[depth] = name;
        indexes[depth] = index;
        depth++;
    }

    /// With map keys as fields, as the messages of schema validation have them: `spec.labels.app`.
    String dotted() {
        return text(".", "");
    }

    /// With map keys in brackets, as all others have them: `spec.labels[app]`; `<nil>` at the root.
    @Override
    public String toString() {
        return depth == 0 ? "<nil>" : text("[", "]");
    }

    private String text(String beforeKey, String afterKey) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            switch (indexes[i]) {
                case CHILD -> out.append(out.isEmpty() ? "" : ".").append(names[i]);
                case KEY -> out.append(beforeKey).append(names[i]).append(afterKey);
                default -> out.append('[').append(indexes[i]).append(']');
            }
        }
        return out.toString();
    }
}
