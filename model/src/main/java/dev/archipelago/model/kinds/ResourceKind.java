package dev.archipelago.model.kinds;

import dev.archipelago.model.schema.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A resource in one group and version, built in or custom: how it is called, what may be done to it, and its shape.
///
/// @param resource the plural name in paths, such as `statefulsets`
public record ResourceKind(
        String group,
        String version,
        String resource,
        String kind,
        String singular,
        boolean namespaced,
        List<String> shortNames,
        List<String> categories,
        List<String> verbs,
        List<Subresource> subresources,
        Struct schema) {

    public ResourceKind {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
        verbs = List.copyOf(verbs);
        subresources = List.copyOf(subresources);
    }

    public GroupVersionKind groupVersionKind() {
        return new GroupVersionKind(group, version, kind);
    }

    public String apiVersion() {
        return GroupVersionKind.apiVersion(group, version);
    }

    public String listKind() {
        return kind + "List";
    }

    /// The same with one subresource more.
    public ResourceKind with(Subresource subresource) {
        List<Subresource> all = new ArrayList<>(subresources);
        all.add(subresource);
        return new ResourceKind(
                group, version, resource, kind, singular, namespaced, shortNames, categories, verbs, all, schema);
    }

    public Optional<Subresource> subresource(String name) {
        for (Subresource subresource : subresources) {
            if (subresource.name().equals(name)) {
                return Optional.of(subresource);
            }
        }
        return Optional.empty();
    }
}
