package dev.archipelago.api.cluster;

import dev.archipelago.api.objects.Key;
import dev.archipelago.api.selector.FieldSelector;
import dev.archipelago.api.selector.LabelSelector;

/// The objects of a kind that a list or a watch selects: those in a namespace that match both selectors.
///
/// @param namespace empty for all namespaces, and for kinds that are not namespaced
public record Selection(String namespace, LabelSelector labels, FieldSelector fields) {
    public static final Selection ALL = new Selection("", LabelSelector.everything(), FieldSelector.everything());

    /// Rejects a label selector that matches nothing: it cannot be written in a query, where an empty
    /// one matches everything.
    public Selection {
        if (labels.isNothing()) {
            throw new IllegalArgumentException("a label selector that matches nothing selects nothing to ask for");
        }
    }

    /// All objects in a namespace.
    public static Selection in(String namespace) {
        return ALL.within(namespace);
    }

    public static Selection labelled(LabelSelector labels) {
        return new Selection("", labels, FieldSelector.everything());
    }

    /// The object with a key, if it exists. A watch of it receives no other changes.
    public static Selection of(Key key) {
        return new Selection(key.namespace(), LabelSelector.everything(), FieldSelector.named(key.name()));
    }

    /// The same selectors, in one namespace.
    public Selection within(String one) {
        return new Selection(one, labels, fields);
    }

    public boolean isAll() {
        return namespace.isEmpty() && labels.isEverything() && fields.isEverything();
    }

    /// For example `in shop app=web metadata.name=one`; empty for everything.
    @Override
    public String toString() {
        return String.join(" ", namespace.isEmpty() ? "" : "in " + namespace, labels.toString(), fields.toString())
                .strip();
    }
}
