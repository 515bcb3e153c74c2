package dev.archipelago.apiserver.openapi;

import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.GroupVersionKind;
import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.model.kinds.Subresource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Lists what can be done to a kind, and adds the definitions that this involves.
final class Operations {
    /// Types of subresources that are not those of their resource.
    private static final Map<GroupVersionKind, String> FOREIGN_TYPES = Map.of(
            GroupVersionKind.of("autoscaling/v1", "Scale"), "autoscaling.v1.Scale",
            GroupVersionKind.of("policy/v1", "Eviction"), "policy.v1.Eviction",
            GroupVersionKind.of("authentication.k8s.io/v1", "TokenRequest"), "authentication.v1.TokenRequest",
            GroupVersionKind.of("v1", "Binding"), "core.v1.Binding");

    private final ResourceKind kind;
    private final SchemaDefinitions definitions;
    private final List<Operation> operations;
    private final boolean custom;
    private final String root;
    private final String collection;
    private final String item;
    private final String definition;

    private Operations(ResourceKind kind, SchemaDefinitions definitions, List<Operation> operations) {
        this.kind = kind;
        this.definitions = definitions;
        this.operations = operations;
        this.custom = BuiltinKinds.findType(kind.schema().name()).isEmpty();
        this.root = (kind.group().isEmpty() ? "/api/" : "/apis/") + kind.apiVersion() + "/";
        this.collection = root + (kind.namespaced() ? "namespaces/{namespace}/" : "") + kind.resource();
        this.item = collection + "/{name}";
        this.definition = definitions.addKind(kind);
    }

    static List<Operation> of(List<ResourceKind> kinds, SchemaDefinitions definitions) {
        List<Operation> operations = new ArrayList<>();
        for (ResourceKind kind : kinds) {
            Operations ofKind = new Operations(kind, definitions, operations);
            kind.verbs().forEach(ofKind::addVerb);
            kind.subresources().forEach(ofKind::addSubresource);
        }
        return operations;
    }

    private void addVerb(String verb) {
        switch (verb) {
            case "get" -> add(item, Action.READ, scopedKind(), "", definition);
            case "list" -> addLists();
            case "create" -> add(collection, Action.CREATE, scopedKind(), definition, definition);
            case "update" -> add(item, Action.REPLACE, scopedKind(), definition, definition);
            case "patch" -> add(item, Action.PATCH, scopedKind(), patch(), definition);
            case "delete" -> add(item, Action.DELETE, scopedKind(), deleteOptions(), status());
            case "deletecollection" ->
                add(collection, Action.DELETE_COLLECTION, "Collection" + scopedKind(), deleteOptions(), status());
            // A watch is a list that goes on, not an operation of its own.
            case "watch" -> {}
            default -> throw new IllegalArgumentException("no operation for the verb " + verb);
        }
    }

    private void addLists() {
        String list = definitions.addList(kind);
        add(collection, Action.LIST, scopedKind(), "", list);
        if (kind.namespaced()) {
            add(root + kind.resource(), Action.LIST, kind.kind() + "ForAllNamespaces", "", list);
        }
    }

    private void addSubresource(Subresource subresource) {
        GroupVersionKind id = subresource.groupVersionKind();
        String path = item + "/" + subresource.name();
        String name = scopedKind() + capitalized(subresource.name());
        String foreign = FOREIGN_TYPES.get(id);
        boolean text = subresource.name().equals("log");
        boolean connects = foreign == null && !id.equals(kind.groupVersionKind());
        String shape = text || connects ? "" : foreign == null ? definition : definitions.addType(foreign, id);
        for (String verb : subresource.verbs()) {
            Action action = connects ? Action.connect(verb) : readOrWrite(verb);
            String body = switch (action) {
                case CREATE, REPLACE -> shape;
                case PATCH -> patch();
                default -> "";
            };
            add(path, action, id, connects ? capitalized(action.method()) + name : name, body, shape);
        }
    }

    private static Action readOrWrite(String verb) {
        return switch (verb) {
            case "get" -> Action.READ;
            case "create" -> Action.CREATE;
            case "update" -> Action.REPLACE;
            case "patch" -> Action.PATCH;
            default -> throw new IllegalArgumentException("no subresource operation for the verb " + verb);
        };
    }

    private void add(String path, Action action, String name, String body, String response) {
        add(path, action, kind.groupVersionKind(), name, body, response);
    }

    private void add(String path, Action action, GroupVersionKind id, String name, String body, String response) {
        String operationId = action.idVerb() + idPrefix() + name;
        operations.add(new Operation(path, action, operationId, id, custom, body, response));
    }

    private String patch() {
        return definitions.addValue(DefinitionNames.META + "Patch");
    }

    private String deleteOptions() {
        return definitions.addType(
                "apis.meta.v1.DeleteOptions", new GroupVersionKind(kind.group(), kind.version(), "DeleteOptions"));
    }

    private String status() {
        return definitions.addType("apis.meta.v1.Status", GroupVersionKind.of("v1", "Status"));
    }

    private String scopedKind() {
        return (kind.namespaced() ? "Namespaced" : "") + kind.kind();
    }

    /// Such as `AppsV1` or `RbacAuthorizationV1`.
    private String idPrefix() {
        String group = kind.group().isEmpty() ? "core" : kind.group();
        String own = group.endsWith(".k8s.io") ? group.substring(0, group.length() - ".k8s.io".length()) : group;
        StringBuilder prefix = new StringBuilder();
        for (String part : own.split("\\.")) {
            prefix.append(capitalized(part));
        }
        return prefix.append(capitalized(kind.version())).toString();
    }

    private static String capitalized(String word) {
        return word.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}
