package dev.archipelago.apiserver.openapi;

import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.GroupVersionKind;
import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.model.schema.Struct;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Collects the definitions that a document's operations need, and all that those refer to.
final class SchemaDefinitions {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Dialect dialect;
    private final CustomSchemas customSchemas;
    private final SchemaWriter writer;
    private final Map<String, ObjectNode> definitions = new TreeMap<>();
    private final Deque<Struct> referenced = new ArrayDeque<>();

    SchemaDefinitions(Dialect dialect, CustomSchemas customSchemas) {
        this.dialect = dialect;
        this.customSchemas = customSchemas;
        this.writer = new SchemaWriter(dialect, referenced::add, this::addValue);
    }

    /// Each returns the name of the definition that was added, or was there already.
    String addKind(ResourceKind kind) {
        String name = DefinitionNames.ofKind(kind);
        if (!definitions.containsKey(name)) {
            definitions.put(
                    name,
                    customSchemas
                            .schema(kind)
                            .map(schema -> CustomDefinition.of(schema, dialect, addType("apis.meta.v1.ObjectMeta")))
                            .orElseGet(() -> writer.struct(kind.schema())));
        }
        identify(name, kind.groupVersionKind());
        addReferenced();
        return name;
    }

    String addList(ResourceKind kind) {
        String item = addKind(kind);
        String name = item + "List";
        if (!definitions.containsKey(name)) {
            definitions.put(name, list(kind, item));
            addReferenced();
        }
        identify(name, new GroupVersionKind(kind.group(), kind.version(), kind.listKind()));
        return name;
    }

    String addType(String typeName) {
        String name = DefinitionNames.ofType(typeName);
        if (!definitions.containsKey(name)) {
            referenced.add(BuiltinKinds.type(typeName));
            addReferenced();
        }
        return name;
    }

    String addType(String typeName, GroupVersionKind id) {
        String name = addType(typeName);
        identify(name, id);
        return name;
    }

    ObjectNode json() {
        ObjectNode node = JSON.objectNode();
        definitions.forEach(node::set);
        return node;
    }

    private void addReferenced() {
        for (Struct struct = referenced.poll(); struct != null; struct = referenced.poll()) {
            String name = DefinitionNames.ofType(struct.name());
            if (!definitions.containsKey(name)) {
                definitions.put(name, writer.struct(struct));
            }
        }
    }

    private void identify(String name, GroupVersionKind id) {
        ObjectNode definition = definitions.get(name);
        if (definition == null) {
            throw new IllegalStateException("no definition " + name);
        }
        ArrayNode ids = definition.get("x-kubernetes-group-version-kind") instanceof ArrayNode present
                ? present
                : definition.putArray("x-kubernetes-group-version-kind");
        ObjectNode described = groupVersionKind(id);
        for (var known : ids) {
            if (known.equals(described)) {
                return;
            }
        }
        ids.add(described);
    }

    static ObjectNode groupVersionKind(GroupVersionKind id) {
        return JSON.objectNode().put("group", id.group()).put("kind", id.kind()).put("version", id.version());
    }

    /// All lists are alike but for what is in them.
    private ObjectNode list(ResourceKind kind, String item) {
        ObjectNode node = writer.struct(BuiltinKinds.type("core.v1.List"));
        node.put("description", kind.listKind() + " is a list of " + kind.kind() + ".");
        ObjectNode items = ((ObjectNode) node.path("properties")).putObject("items");
        items.put("description", "The objects.").put("type", "array").set("items", dialect.reference(item));
        return node;
    }

    /// Adds one of the values that have a name but no fields.
    String addValue(String name) {
        definitions.computeIfAbsent(name, this::value);
        return name;
    }

    private ObjectNode value(String name) {
        return switch (name) {
            case DefinitionNames.QUANTITY -> dialect.eitherType("", "string", "number");
            case DefinitionNames.INT_OR_STRING -> dialect.eitherType("int-or-string", "integer", "string");
            case DefinitionNames.META + "Time", DefinitionNames.META + "MicroTime" ->
                JSON.objectNode().put("type", "string").put("format", "date-time");
            case DefinitionNames.JSON -> JSON.objectNode();
            default -> JSON.objectNode().put("type", "object");
        };
    }
}
