package dev.archipelago.apiserver.apply;

import dev.archipelago.api.objects.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The entries of `metadata.managedFields`. Immutable.
public final class ManagedFields {
    static final ManagedFields NONE = new ManagedFields(List.of(), null);

    /// As Kubernetes: the oldest of more entries of updates than this are folded into one.
    private static final int UPDATERS_MAX = 10;

    private static final String OLD_UPDATERS = "ancient-changes";

    private final List<Entry> entries;
    private final @Nullable ArrayNode json;

    private ManagedFields(List<Entry> entries, @Nullable ArrayNode json) {
        this.entries = entries;
        this.json = json;
    }

    /// Reads what an object that we stored has. What cannot be read counts as none.
    static ManagedFields of(@Nullable ObjectNode object) {
        @Nullable
        JsonNode list = object == null ? null : object.path("metadata").get("managedFields");
        try {
            return list instanceof ArrayNode array ? decode(array) : NONE;
        } catch (IllegalArgumentException malformed) {
            return NONE;
        }
    }

    /// Whether a list can be read.
    public static boolean isReadable(JsonNode list) {
        try {
            if (list instanceof ArrayNode array) {
                decode(array);
                return true;
            }
            return false;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /// Reads the list.
    ///
    /// @throws IllegalArgumentException if it is malformed
    public static ManagedFields decode(ArrayNode list) {
        List<Entry> entries = new ArrayList<>(list.size());
        for (JsonNode item : list) {
            entries.add(Entry.fromJson(item));
        }
        return new ManagedFields(entries, list);
    }

    /// Reads a list that a client wrote: brings all of it into our form.
    ///
    /// @throws IllegalArgumentException if it is malformed
    static ManagedFields decodeForeign(ArrayNode list) {
        List<Entry> entries = new ArrayList<>(list.size());
        for (Entry entry : decode(list).entries) {
            Entry canonical = entry.canonical();
            // Of two entries of one manager the last counts.
            entries.removeIf(earlier -> earlier.belongsTo(
                    entry.manager(), entry.isUpdate() ? Entry.Operation.UPDATE : Entry.Operation.APPLY));
            entries.add(canonical);
        }
        return of(entries);
    }

    /// Entries without any field are left out.
    static ManagedFields of(List<Entry> entries) {
        List<Entry> kept = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            if (!entry.isEmpty()) {
                kept.add(entry);
            }
        }
        kept.sort(Entry.ORDER);
        return new ManagedFields(kept, null);
    }

    List<Entry> entries() {
        return entries;
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /// The list as the object has it, in Kubernetes' order.
    public ArrayNode encode() {
        if (json != null) {
            return json;
        }
        ArrayNode list = new ArrayNode(Json.NODES, entries.size());
        for (Entry entry : entries) {
            list.add(entry.toJson());
        }
        return list;
    }

    /// The entries that own the number of replicas, as the `scale` subresource shows them.
    ///
    /// @param replicasPath where the object has the number, such as `spec`, `replicas`
    public ArrayNode encodeForScale(String... replicasPath) {
        FieldSet replicas = FieldSet.ofFields(replicasPath);
        FieldSet shown = FieldSet.ofFields("spec", "replicas");
        ArrayNode list = new ArrayNode(Json.NODES);
        for (Entry entry : entries) {
            if (replicas.isWithin(entry.fields())) {
                list.add(entry.withVersion("autoscaling/v1").withSet(shown).toJson());
            }
        }
        return list;
    }

    /// Folds the oldest updaters of each version together until there are not too many.
    static List<Entry> capped(List<Entry> entries) {
        List<Entry> updaters = new ArrayList<>();
        for (Entry entry : entries) {
            if (entry.isUpdate() && !entry.isEmpty()) {
                updaters.add(entry);
            }
        }
        int excess = updaters.size() - UPDATERS_MAX;
        if (excess <= 0) {
            return entries;
        }
        // What was folded before is folded into again.
        updaters.sort(
                Comparator.comparing((Entry entry) -> !entry.manager().name().equals(OLD_UPDATERS))
                        .thenComparing(Entry.ORDER));
        List<Entry> result = new ArrayList<>(entries);
        Map<String, Entry> oldest = new HashMap<>();
        for (Entry entry : updaters) {
            String version = entry.manager().apiVersion();
            @Nullable Entry older = oldest.get(version);
            if (older == null) {
                oldest.put(version, entry);
            } else if (excess-- > 0) {
                Entry folded = Entry.of(
                        Manager.of(OLD_UPDATERS, version),
                        Entry.Operation.UPDATE,
                        entry.set().union(older.set()),
                        entry.time());
                result.remove(older);
                result.set(result.indexOf(entry), folded);
                oldest.put(version, folded);
            }
        }
        return result;
    }
}
