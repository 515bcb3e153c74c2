package dev.archipelago.model.generator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Writes the protobuf form of every type that a request body may be or contain: the number that each JSON
/// field has, and whether the JSON form leaves it out when it is zero. A field that the types do not have is
/// left out, as one that is newer than they are.
final class MessageGenerator {
    /// Bodies that belong to no one group and version.
    private static final List<String> OPTIONS = List.of(
            "apis.meta.v1.CreateOptions",
            "apis.meta.v1.DeleteOptions",
            "apis.meta.v1.PartialObjectMetadata",
            "apis.meta.v1.PatchOptions",
            "apis.meta.v1.Status",
            "apis.meta.v1.UpdateOptions");

    /// Messages that stand for one of their fields in JSON: a list that protobuf cannot have as the value of a
    /// map, or alternatives.
    private static final Set<String> VALUES = Set.of(
            "apis.apiextensions.v1.JSONSchemaPropsOrArray",
            "apis.apiextensions.v1.JSONSchemaPropsOrBool",
            "apis.apiextensions.v1.JSONSchemaPropsOrStringArray",
            "authentication.v1.ExtraValue",
            "authorization.v1.ExtraValue",
            "certificates.v1.ExtraValue");

    private final Tables tables;
    private final Map<String, TypeText> types;
    private final Map<String, String> written = new TreeMap<>();
    private final Deque<Reference> queue = new ArrayDeque<>();

    /// A message to write; `inside` is the type whose fields it has when it is only ever inlined into that one.
    private record Reference(String name, String inside) {}

    private MessageGenerator(Tables tables, Map<String, TypeText> types) {
        this.tables = tables;
        this.types = types;
    }

    static String text(Tables tables, Map<String, TypeText> types) {
        MessageGenerator generator = new MessageGenerator(tables, types);
        generator.collect();
        return "# Made by the build; the format is described in MessageTable.\n"
                + String.join("", generator.written.values());
    }

    private void collect() {
        for (String root : tables.roots()) {
            if (tables.apiVersion(root) != null && !root.equals("core.v1.List")) {
                queue.add(new Reference(root, root));
            }
        }
        OPTIONS.forEach(root -> queue.add(new Reference(root, root)));
        Set<String> seen = new HashSet<>();
        while (!queue.isEmpty()) {
            Reference reference = queue.remove();
            if (seen.add(reference.name)) {
                written.put(reference.name, message(reference));
            }
        }
    }

    private String message(Reference reference) {
        String name = reference.name;
        StringBuilder out = new StringBuilder(name).append(heading(name)).append('\n');
        for (MessageField field : fields(name)) {
            String json = VALUES.contains(name) ? field.name() : jsonName(field, reference);
            boolean inline = json == null && inlined(field, reference);
            if (json != null || inline) {
                out.append('\t').append(field.number()).append('\t').append(inline ? "" : json);
                out.append('\t').append(field.shape());
                out.append(json != null && omittedWhenZero(name, json, field) ? "\tomit\n" : "\n");
                if (field.element().indexOf('.') >= 0) {
                    queue.add(new Reference(field.element(), inline ? reference.inside : field.element()));
                }
            }
        }
        failOnMissingNumbers(reference);
        return out.toString();
    }

    private void failOnMissingNumbers(Reference reference) {
        TypeText type = type(reference.name);
        if (type == null) {
            return;
        }
        Set<String> missing = new TreeSet<>(type.fieldNames());
        // Of a whole object only the envelope says these.
        missing.removeAll(Set.of("apiVersion", "kind"));
        removeNumbered(reference, missing);
        if (!missing.isEmpty()) {
            throw new IllegalStateException("give numbers in messages.tsv to " + missing + " of " + reference.name);
        }
    }

    private void removeNumbered(Reference reference, Set<String> missing) {
        for (MessageField field : fields(reference.name)) {
            String json = jsonName(field, reference);
            if (json != null) {
                missing.remove(json);
            } else if (inlined(field, reference)) {
                removeNumbered(new Reference(field.element(), reference.inside), missing);
            }
        }
    }

    private String heading(String name) {
        if (VALUES.contains(name)) {
            return "\tvalue";
        }
        String apiVersion = tables.roots().contains(name) ? tables.apiVersion(name) : null;
        return OPTIONS.contains(name) ? "\t*" : apiVersion == null ? "" : "\t" + apiVersion;
    }

    private List<MessageField> fields(String name) {
        List<MessageField> given = tables.message(name);
        List<MessageField> fields = new ArrayList<>(given);
        MessageClasses.fields(name).ifPresentOrElse(fields::addAll, () -> {
            if (given.isEmpty()) {
                throw new IllegalStateException("no message for " + name);
            }
        });
        fields.sort(Comparator.comparingInt(MessageField::number));
        return fields;
    }

    private boolean omittedWhenZero(String message, String field, MessageField wire) {
        return switch (wire.shape()) {
            case "string", "boolean", "int32", "int64", "double", "bytes" ->
                !VALUES.contains(message) && !tables.keptWhenZero(tables.currentVersion(message), field);
            default -> false;
        };
    }

    /// The field of the type that the message's field is, or null. Names differ in case and in punctuation
    /// only.
    private @Nullable String jsonName(MessageField field, Reference reference) {
        if (OPTIONS.contains(reference.name) && type(reference.name) == null) {
            return field.name();
        }
        for (String name : names(reference)) {
            if (plain(name).equals(plain(field.name()))) {
                return name;
            }
        }
        return null;
    }

    /// Go embeds a struct to give its fields to another; protobuf has to make a field of it.
    private boolean inlined(MessageField field, Reference reference) {
        if (!field.isMessage()) {
            return false;
        }
        Reference inner = new Reference(field.element(), reference.inside);
        for (MessageField part : fields(inner.name)) {
            if (jsonName(part, inner) == null && !inlined(part, inner)) {
                return false;
            }
        }
        return true;
    }

    private Set<String> names(Reference reference) {
        TypeText own = type(reference.name);
        TypeText type = own == null ? type(reference.inside) : own;
        if (type == null) {
            throw new IllegalStateException("do not know what message " + reference.name + " is in JSON");
        }
        return type.fieldNames();
    }

    private @Nullable TypeText type(String name) {
        return types.get(tables.currentVersion(name));
    }

    private static String plain(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }
}
