package dev.archipelago.apiserver.apply;

/// How an object differs from an older one. No path is in two of the sets, except the path of a list item whose
/// duplicates come or go.
public record FieldComparison(FieldSet added, FieldSet modified, FieldSet removed) {
    /// What the newer object has and the older has not, or not so.
    public FieldSet changed() {
        return modified.union(added);
    }

    public boolean isSame() {
        return added.isEmpty() && modified.isEmpty() && removed.isEmpty();
    }

    /// The comparison with the given fields and all below them left out.
    public FieldComparison without(FieldSet ignored) {
        return ignored.isEmpty() || isSame()
                ? this
                : new FieldComparison(
                        added.recursiveDifference(ignored),
                        modified.recursiveDifference(ignored),
                        removed.recursiveDifference(ignored));
    }
}
