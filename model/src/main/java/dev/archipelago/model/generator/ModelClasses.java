package dev.archipelago.model.generator;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The fabric8 model classes, read by reflection, under the names that Kubernetes gives its types.
final class ModelClasses {
    private static final String ROOT = "io.fabric8.kubernetes.api.model";

    /// Type prefix to package below [#ROOT]. Meta and aggregation types lie among those of the core group.
    private static final Map<String, String> PACKAGES = new LinkedHashMap<>();

    /// What a class that stands for a plain value is on the wire.
    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("java.lang.String", "string"),
            Map.entry("java.lang.Boolean", "boolean"),
            Map.entry("java.lang.Integer", "int32"),
            Map.entry("java.lang.Long", "int64"),
            Map.entry("java.lang.Double", "double"),
            Map.entry("java.lang.Object", "any"),
            Map.entry("java.time.ZonedDateTime", "micro-time"),
            Map.entry("tools.jackson.databind.JsonNode", "any"),
            Map.entry(ROOT + ".AnyType", "any"),
            Map.entry(ROOT + ".KubernetesResource", "any"),
            Map.entry(ROOT + ".HasMetadata", "any"),
            Map.entry(ROOT + ".runtime.RawExtension", "any"),
            Map.entry(ROOT + ".FieldsV1", "any"),
            Map.entry(ROOT + ".Duration", "duration"),
            Map.entry(ROOT + ".IntOrString", "int-or-string"),
            Map.entry(ROOT + ".MicroTime", "micro-time"),
            Map.entry(ROOT + ".Quantity", "quantity"));

    private static final Set<String> META = Set.of(
            "APIGroup",
            "APIGroupList",
            "APIResource",
            "APIResourceList",
            "Condition",
            "DeleteOptions",
            "FieldSelectorRequirement",
            "GroupVersionForDiscovery",
            "LabelSelector",
            "LabelSelectorRequirement",
            "ListMeta",
            "ManagedFieldsEntry",
            "ObjectMeta",
            "OwnerReference",
            "PartialObjectMetadata",
            "Preconditions",
            "ServerAddressByClientCIDR",
            "Status",
            "StatusCause",
            "StatusDetails",
            "Table",
            "TableColumnDefinition",
            "TableRow",
            "TableRowCondition",
            "WatchEvent");
    private static final Set<String> AGGREGATION =
            Set.of("APIService", "APIServiceCondition", "APIServiceSpec", "APIServiceStatus", "ServiceReference");

    static {
        PACKAGES.put("core.v1", "");
        PACKAGES.put("apis.meta.v1", "");
        PACKAGES.put("apis.apiregistration.v1", "");
        PACKAGES.put("apis.apiextensions.v1", ".apiextensions.v1");
        PACKAGES.put("apps.v1", ".apps");
        PACKAGES.put("authentication.v1", ".authentication");
        PACKAGES.put("rbac.v1", ".rbac");
        PACKAGES.put("storage.v1", ".storage");
    }

    private ModelClasses() {}

    /// JSON name to shape of the fields of a type, if there is a class for it.
    static Optional<Map<String, String>> fields(String typeName) {
        Class<?> model;
        try {
            model = Class.forName(className(typeName), false, ModelClasses.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
        Map<String, String> fields = new TreeMap<>();
        for (Field field : model.getDeclaredFields()) {
            JsonProperty property = field.getAnnotation(JsonProperty.class);
            if (property != null) {
                String name = property.value().isEmpty() ? field.getName() : property.value();
                fields.put(name, shape(field.getGenericType()));
            }
        }
        return Optional.of(fields);
    }

    private static String className(String typeName) {
        int dot = typeName.lastIndexOf('.');
        String prefix = typeName.substring(0, dot);
        return ROOT + PACKAGES.getOrDefault(prefix, "." + prefix) + typeName.substring(dot);
    }

    private static String shape(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            return arguments.length == 1 ? "[]" + shape(arguments[0]) : "{}" + shape(arguments[1]);
        }
        String name = type.getTypeName();
        return VALUES.containsKey(name) ? VALUES.get(name) : typeName(name);
    }

    private static String typeName(String className) {
        if (!className.startsWith(ROOT)) {
            throw new IllegalStateException("do not know what " + className + " is on the wire");
        }
        int dot = className.lastIndexOf('.');
        String below = className.substring(ROOT.length(), dot);
        String simple = className.substring(dot + 1);
        if (below.isEmpty()) {
            String prefix = META.contains(simple) ? "apis.meta.v1." : "core.v1.";
            return (AGGREGATION.contains(simple) ? "apis.apiregistration.v1." : prefix) + simple;
        }
        for (Map.Entry<String, String> entry : PACKAGES.entrySet()) {
            if (entry.getValue().equals(below)) {
                return entry.getKey() + "." + simple;
            }
        }
        return below.substring(1) + "." + simple;
    }
}
