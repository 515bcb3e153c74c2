package dev.archipelago.apiserver.apply;

import java.util.ArrayList;
import java.util.List;

/// Collects the elements of one level of a [FieldSet], in any order. What is added twice is joined.
final class FieldSetBuilder {
    private final List<FieldSet.Node> nodes = new ArrayList<>();
    private boolean sorted = true;

    void add(String element, boolean member, FieldSet children) {
        sorted = sorted
                && (nodes.isEmpty() || PathElements.compare(nodes.getLast().element(), element) < 0);
        nodes.add(new FieldSet.Node(element, member, children));
    }

    FieldSet build() {
        if (nodes.isEmpty()) {
            return FieldSet.EMPTY;
        }
        if (!sorted) {
            nodes.sort((a, b) -> PathElements.compare(a.element(), b.element()));
            joinEqual();
        }
        return new FieldSet(nodes.toArray(new FieldSet.Node[0]));
    }

    private void joinEqual() {
        List<FieldSet.Node> joined = new ArrayList<>(nodes.size());
        for (FieldSet.Node node : nodes) {
            if (!joined.isEmpty() && joined.getLast().element().equals(node.element())) {
                joined.add(joined.removeLast().union(node));
            } else {
                joined.add(node);
            }
        }
        nodes.clear();
        nodes.addAll(joined);
    }
}
