package dev.archipelago.apiserver.apply;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import dev.archipelago.model.schema.Struct;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Keeps `metadata.managedFields` on every write, and merges what is applied.
///
/// A write through a subresource is a write of the whole object by a [Manager] that names the subresource: for
/// `scale` the caller turns the number of replicas into a change of the object first.
public final class FieldManager {
    /// Owns what was there before the first apply to an object that has no managed fields.
    private static final String BEFORE_FIRST_APPLY = "before-first-apply";

    private static final FieldSet NAME = FieldSet.ofFields("metadata", "name");

    private static final ObjectNode NOTHING = Json.object();

    private FieldManager() {}

    /// Records a create, an update or a patch other than apply: the writer owns what it changed, nobody owns what
    /// it removed.
    ///
    /// A client may write `metadata.managedFields` itself, except through a subresource: an empty list, or one of
    /// a single empty entry, stops the tracking until the next apply; a malformed or missing one counts as
    /// unchanged.
    ///
    /// The `metadata` of the updated object is replaced by a copy that has the managed fields; nothing else in it
    /// is modified, so it may share subtrees with the live object.
    ///
    /// @param live the object as it is, null for a create
    /// @param updated the object as it is to be stored
    public static void update(
            @Nullable ObjectNode live, ObjectNode updated, Struct schema, Manager manager, Instant now) {
        update(live, updated, schema, manager, FieldSet.EMPTY, now);
    }

    /// As [#update(ObjectNode, ObjectNode, Struct, Manager, Instant)], for objects in which something was changed
    /// that this kind of write does not change and that is put back later.
    ///
    /// @param ignored fields that this kind of write cannot change, such as `status` of the main resource
    public static void update(
            @Nullable ObjectNode live,
            ObjectNode updated,
            Struct schema,
            Manager manager,
            FieldSet ignored,
            Instant now) {
        ManagedFields after = managedFields(live, updated, manager);
        if (live == null || !after.isEmpty()) {
            FieldComparison comparison =
                    FieldSets.compare(live, updated, schema).without(ignored);
            after = comparison.isSame() ? after : updated(after, comparison, manager, time(now));
        }
        @Nullable ObjectNode metadata = metadataWith(after, updated);
        if (metadata != null) {
            updated.set("metadata", metadata);
        }
    }

    private static ManagedFields managedFields(@Nullable ObjectNode live, ObjectNode updated, Manager manager) {
        ManagedFields current = ManagedFields.of(live);
        if (!manager.subresource().isEmpty()
                || !(updated.path("metadata").get("managedFields") instanceof ArrayNode written)) {
            return current;
        }
        if (written.isEmpty()
                || (written.size() == 1
                        && written.get(0).isObject()
                        && written.get(0).isEmpty())) {
            return ManagedFields.NONE;
        }
        if (!current.isEmpty() && written.equals(current.encode())) {
            return current;
        }
        try {
            ManagedFields foreign = ManagedFields.decodeForeign(written);
            return foreign.isEmpty() ? current : foreign;
        } catch (IllegalArgumentException malformed) {
            return current;
        }
    }

    private static ManagedFields updated(
            ManagedFields before, FieldComparison comparison, Manager manager, String time) {
        FieldSet changed = comparison.changed();
        FieldSet taken = changed.union(comparison.removed());
        List<Entry> entries = new ArrayList<>(before.entries().size() + 1);
        boolean known = changed.isEmpty();
        for (Entry entry : before.entries()) {
            if (!changed.isEmpty() && entry.belongsTo(manager, Entry.Operation.UPDATE)) {
                entries.add(extended(entry, changed, comparison.removed()).withTime(time));
                known = true;
            } else {
                entries.add(entry.without(taken));
            }
        }
        if (!known) {
            entries.add(Entry.of(manager, Entry.Operation.UPDATE, changed, time));
        }
        return ManagedFields.of(ManagedFields.capped(entries));
    }

    private static Entry extended(Entry entry, FieldSet changed, FieldSet removed) {
        Entry rest = entry.without(removed);
        // Most writers change the same fields again and again: then there is nothing to decode.
        return changed.isWithin(rest.fields()) ? rest : rest.withSet(rest.set().union(changed));
    }

    /// Merges an applied configuration. The manager owns what it applies; what it applied before and no longer
    /// does is removed, unless someone else owns it. Where the configuration names a null, so does the result.
    ///
    /// @param live the object as it is, null if there is none yet
    /// @param applied what the manager wants, and nothing else; not modified
    /// @param force take fields from other managers instead of failing
    /// @return the merged object with its managed fields; equal to the live object if nothing changes
    /// @throws ApiException with 409 if others own fields that would change, with 400 if the configuration is
    /// malformed
    public static ObjectNode apply(
            @Nullable ObjectNode live, ObjectNode applied, Struct schema, Manager manager, boolean force, Instant now) {
        return apply(live, applied, schema, manager, FieldSet.EMPTY, force, now);
    }

    /// As [#apply(ObjectNode, ObjectNode, Struct, Manager, boolean, Instant)], without owning what the
    /// configuration cannot change.
    ///
    /// @param ignored fields that this kind of write cannot change, such as `status` of the main resource
    public static ObjectNode apply(
            @Nullable ObjectNode live,
            ObjectNode applied,
            Struct schema,
            Manager manager,
            FieldSet ignored,
            boolean force,
            Instant now) {
        checkRequest(applied, manager);
        AppliedCheck.check(applied, schema);
        String time = time(now);
        List<Entry> before = entriesBeforeApply(live, schema, manager, time);
        @Nullable Entry last = lastApply(before, manager);
        FieldSet set = FieldSets.of(applied, schema).recursiveDifference(ignored);
        ObjectNode merged = Merger.merge(live == null ? NOTHING : live, applied, schema);
        if (live == null) {
            // Nobody else has anything in it yet.
            ManagedFields only = ManagedFields.of(List.of(own(null, set, manager, false, time)));
            return LastApplied.updated(with(merged, only), applied, manager);
        }
        ObjectNode result = last == null ? merged : pruned(merged, last, set, before, schema);

        FieldComparison comparison = FieldSets.compare(live, result, schema).without(ignored);
        Conflicts conflicts = conflicts(before, last, comparison.changed());
        if (!force && !conflicts.isEmpty()) {
            Conflicts serious = conflicts.without(LastApplied.allowedConflicts(live, schema, manager));
            if (!serious.isEmpty()) {
                throw serious.exception();
            }
        }
        boolean unchanged = Shapes.same(live, result);
        FieldSet taken = comparison.changed().union(comparison.removed());
        List<Entry> entries = new ArrayList<>(before.size() + 1);
        for (Entry entry : before) {
            if (!Json.identical(entry, last)) {
                entries.add(entry.without(taken));
            }
        }
        entries.add(own(last, set, manager, unchanged, time));
        return LastApplied.updated(with(result, ManagedFields.of(entries)), applied, manager);
    }

    private static void checkRequest(ObjectNode applied, Manager manager) {
        String version = applied.path("apiVersion").asString("");
        if (!version.equals(manager.apiVersion())) {
            throw ApiException.badRequest(
                    "Incorrect version specified in apply patch. Specified patch version: %s, expected: %s"
                            .formatted(version, manager.apiVersion()));
        }
        if (applied.path("metadata").hasNonNull("managedFields")) {
            throw ApiException.badRequest("metadata.managedFields must be nil");
        }
    }

    private static List<Entry> entriesBeforeApply(
            @Nullable ObjectNode live, Struct schema, Manager manager, String time) {
        List<Entry> entries = ManagedFields.of(live).entries();
        if (live == null || !entries.isEmpty()) {
            return entries;
        }
        FieldSet all = FieldSets.compare(null, live, schema).changed();
        Manager unknown = new Manager(BEFORE_FIRST_APPLY, manager.apiVersion(), manager.subresource());
        return List.of(Entry.of(unknown, Entry.Operation.UPDATE, all, time));
    }

    private static @Nullable Entry lastApply(List<Entry> entries, Manager manager) {
        for (Entry entry : entries) {
            if (entry.belongsTo(manager, Entry.Operation.APPLY)) {
                return entry;
            }
        }
        return null;
    }

    private static ObjectNode pruned(ObjectNode merged, Entry last, FieldSet set, List<Entry> entries, Struct schema) {
        if (last.set().difference(set).isEmpty()) {
            return merged;
        }
        // Everybody applies a name. It is in no set, yet what it is in stays.
        FieldSet owned = set.union(NAME);
        for (Entry entry : entries) {
            if (!Json.identical(entry, last)) {
                owned = owned.union(entry.set());
            }
        }
        return Pruner.prune(merged, last.set(), owned, schema);
    }

    private static Conflicts conflicts(List<Entry> entries, @Nullable Entry own, FieldSet changed) {
        Conflicts conflicts = new Conflicts();
        for (Entry entry : entries) {
            if (!Json.identical(entry, own) && changed.overlaps(entry.fields())) {
                conflicts.add(entry, entry.set().intersection(changed));
            }
        }
        return conflicts;
    }

    private static Entry own(@Nullable Entry last, FieldSet set, Manager manager, boolean unchanged, String time) {
        if (last == null) {
            return Entry.of(manager, Entry.Operation.APPLY, set, time);
        }
        boolean same = unchanged
                && last.manager().apiVersion().equals(manager.apiVersion())
                && last.set().equals(set);
        return same ? last : Entry.of(manager, Entry.Operation.APPLY, set, unchanged ? last.time() : time);
    }

    private static String time(Instant now) {
        return now.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static ObjectNode with(ObjectNode object, ManagedFields managed) {
        @Nullable ObjectNode metadata = metadataWith(managed, object);
        return metadata == null ? object : Json.object().setAll(object).set("metadata", metadata);
    }

    /// A copy of the object's metadata with these managed fields, or null if it has them.
    private static @Nullable ObjectNode metadataWith(ManagedFields managed, ObjectNode object) {
        JsonNode metadata = object.path("metadata");
        @Nullable JsonNode current = metadata.get("managedFields");
        @Nullable ArrayNode list = managed.isEmpty() ? null : managed.encode();
        if (list == null ? current == null : hasSameItems(list, current)) {
            return null;
        }
        ObjectNode changed = Json.object();
        if (metadata instanceof ObjectNode fields) {
            changed.setAll(fields);
        }
        if (list == null) {
            changed.remove("managedFields");
        } else {
            changed.set("managedFields", list);
        }
        return changed;
    }

    /// Entries that did not change keep their JSON, so there is no need to look inside.
    private static boolean hasSameItems(ArrayNode list, @Nullable JsonNode other) {
        if (other == null || list.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < list.size(); i++) {
            if (!Json.identical(list.get(i), other.get(i))) {
                return false;
            }
        }
        return true;
    }
}
