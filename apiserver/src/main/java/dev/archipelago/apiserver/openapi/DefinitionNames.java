package dev.archipelago.apiserver.openapi;

import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.ResourceKind;

/// The names under which a stock server publishes types.
final class DefinitionNames {
    static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
    static final String QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity";
    static final String INT_OR_STRING = "io.k8s.apimachinery.pkg.util.intstr.IntOrString";
    static final String RAW_EXTENSION = "io.k8s.apimachinery.pkg.runtime.RawExtension";
    static final String JSON = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON";

    private DefinitionNames() {}

    /// Of a built-in type, such as `core.v1.PodSpec`.
    static String ofType(String typeName) {
        String pkg = typeName.startsWith("apis.meta.") || typeName.startsWith("version.")
                ? "io.k8s.apimachinery.pkg."
                : typeName.startsWith("apis.apiextensions.")
                        ? "io.k8s.apiextensions-apiserver.pkg."
                        : typeName.startsWith("apis.apiregistration.") ? "io.k8s.kube-aggregator.pkg." : "io.k8s.api.";
        return pkg + typeName;
    }

    /// Of a kind; a custom one is named after its group, read backwards.
    static String ofKind(ResourceKind kind) {
        String typeName = kind.schema().name();
        if (BuiltinKinds.findType(typeName).isPresent()) {
            return ofType(typeName);
        }
        StringBuilder name = new StringBuilder();
        String[] parts = kind.group().split("\\.");
        for (int i = parts.length - 1; i >= 0; i--) {
            name.append(parts[i]).append('.');
        }
        return name.append(kind.version()).append('.').append(kind.kind()).toString();
    }
}
