package dev.archipelago.apiserver.builtin;

import dev.archipelago.api.selector.SelectableFields;
import dev.archipelago.apiserver.catalog.Conversion;
import dev.archipelago.apiserver.catalog.KindRules;
import dev.archipelago.apiserver.catalog.ScalePaths;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.table.Table;
import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.GroupVersionKind;
import dev.archipelago.model.kinds.ResourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The built-in resources that are stored; reviews and other kinds that are only posted have no place here.
public final class BuiltinCatalog {
    private BuiltinCatalog() {}

    public static List<ServedResource> resources() {
        List<ServedResource> resources = new ArrayList<>();
        for (ResourceKind kind : BuiltinKinds.all()) {
            if (kind.verbs().contains("list")) {
                resources.add(served(kind));
            }
        }
        return resources;
    }

    private static ServedResource served(ResourceKind kind) {
        GroupVersionKind storage = storageOf(kind);
        ResourceKind stored = storage.equals(kind.groupVersionKind()) ? kind : find(storage);
        return new ServedResource(
                kind,
                storage,
                ServedResource.prefixOf(storage.group(), kind.resource()),
                rules(stored),
                conversion(kind, storage),
                SelectableFields.of(kind.apiVersion(), kind.kind()),
                kind.subresource("scale").map(scale -> ScalePaths.BUILTIN),
                Table.of(kind.apiVersion(), kind.kind()),
                Optional.empty(),
                false,
                "");
    }

    private static KindRules rules(ResourceKind kind) {
        BuiltinRules common = new BuiltinRules(kind);
        return kind.kind().equals("CustomResourceDefinition") ? new DefinitionRules(common) : common;
    }

    /// Kinds with several versions are stored as the newest; both groups of events share the older one's store.
    private static GroupVersionKind storageOf(ResourceKind kind) {
        return switch (kind.group() + '/' + kind.version() + '/' + kind.kind()) {
            case "apps/v1beta1/StatefulSet",
                    "apps/v1beta2/StatefulSet",
                    "apps/v1beta1/Deployment",
                    "apps/v1beta2/Deployment" -> new GroupVersionKind("apps", "v1", kind.kind());
            case "autoscaling/v1/HorizontalPodAutoscaler" -> new GroupVersionKind("autoscaling", "v2", kind.kind());
            case "events.k8s.io/v1/Event" -> new GroupVersionKind("", "v1", "Event");
            default -> kind.groupVersionKind();
        };
    }

    private static Conversion conversion(ResourceKind kind, GroupVersionKind storage) {
        if (storage.equals(kind.groupVersionKind())) {
            return Conversion.IDENTITY;
        }
        return switch (kind.kind()) {
            case "Event" -> new EventConversion();
            case "HorizontalPodAutoscaler" -> new AutoscalerConversion();
            default -> new OldAppsConversion(kind, storage.apiVersion());
        };
    }

    private static ResourceKind find(GroupVersionKind wanted) {
        return BuiltinKinds.all().stream()
                .filter(kind -> kind.groupVersionKind().equals(wanted))
                .findFirst()
                .orElseThrow();
    }
}
