package dev.archipelago.api.selector;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A step in the tree of paths that a reader wants. Children are few, so they are searched in order.
final class WantedPath {
    private final List<String> names = new ArrayList<>();
    private final List<WantedPath> children = new ArrayList<>();
    int slot = -1;
    boolean labels;

    WantedPath descend(List<String> path) {
        WantedPath node = this;
        for (String name : path) {
            WantedPath next = node.child(name);
            if (next == null) {
                next = new WantedPath();
                node.names.add(name);
                node.children.add(next);
            }
            node = next;
        }
        return node;
    }

    @Nullable
    WantedPath child(String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equals(name)) {
                return children.get(i);
            }
        }
        return null;
    }

    int size() {
        return children.size();
    }

    boolean isLeaf() {
        return children.isEmpty();
    }
}
