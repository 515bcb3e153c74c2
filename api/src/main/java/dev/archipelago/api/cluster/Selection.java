package dev.archipelago.api.cluster;

import dev.archipelago.api.objects.Key;
import dev.archipelago.api.selector.FieldSelector;
import dev.archipelago.api.selector.LabelSelector;

/// Which objects of a kind a list or a watch is about: those in a namespace that both selectors match.
///
/// @param namespace empty for all namespaces, and for kinds that are in none
public record Selection(String namespace, LabelSelector labels, FieldSelector fields) {
    public static final Selection ALL = new Selection("", LabelSelector.everything(), FieldSelector.everything());

    /// A selector that matches nothing has no form in a query: there it would match everything.
    public Selection {
        if (labels.isNothing()) {
            throw new IllegalArgumentException("a label selector that matches nothing selects nothing to ask for");
        }
    }

    /// All that is in a namespace.
    public static Selection in(String namespace) {
        return ALL.within(namespace);
    }

    public static Selection labelled(LabelSelector labels) {
        return new Selection("", labels, FieldSelector.everything());
    }

    /// The one object that may be there, so that a watch tells of it alone.
    public static Selection of(Key key) {
        return new Selection(key.namespace(), LabelSelector.everything(), FieldSelector.named(key.name()));
    }

    /// The same in one namespace.
    public Selection within(String one) {
        return new Selection(one, labels, fields);
    }

    public boolean isAll() {
        return namespace.isEmpty() && labels.isEverything() && fields.isEverything();
    }

    /// Such as `in shop app=web metadata.name=one`; empty for everything.
    @Override
    public String toString() {
        return String.join(" ", namespace.isEmpty() ? "" : "in " + namespace, labels.toString(), fields.toString())
                .strip();
    }
}
