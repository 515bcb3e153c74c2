package dev.archipelago.apiserver.catalog;

/// How the life of a kind's objects differs from the common way.
///
/// @param deletion how deletion begins
/// @param updateWithoutVersion whether an update may leave out the resourceVersion
/// @param createOnUpdate whether an update of an absent object creates it
/// @param generation whether metadata.generation counts changes of the desired state
/// @param garbageCollected whether deletion finalizers are put on for the garbage collector
/// @param returnsDeleted whether a completed delete answers with the object instead of a Status
/// @param bornWithStatus whether whoever creates an object may give it a status
public record Traits(
        Deletion deletion,
        boolean updateWithoutVersion,
        boolean createOnUpdate,
        boolean generation,
        boolean garbageCollected,
        boolean returnsDeleted,
        boolean bornWithStatus) {

    public enum Deletion {
        /// gone at once unless finalizers hold it
        IMMEDIATE,
        /// a pod on a node is stopped first, within its grace period
        POD,
        /// a namespace is emptied first, until its spec.finalizers are gone
        NAMESPACE
    }

    public static final Traits PLAIN = new Traits(Deletion.IMMEDIATE, true, false, false, true, false, false);

    public static final Traits CUSTOM_RESOURCE = new Traits(Deletion.IMMEDIATE, false, false, true, true, false, false);

    public Traits withGeneration() {
        return new Traits(
                deletion, updateWithoutVersion, createOnUpdate, true, garbageCollected, returnsDeleted, bornWithStatus);
    }

    public Traits withCreateOnUpdate() {
        return new Traits(
                deletion, updateWithoutVersion, true, generation, garbageCollected, returnsDeleted, bornWithStatus);
    }

    public Traits withDeletion(Deletion how) {
        return new Traits(
                how,
                updateWithoutVersion,
                createOnUpdate,
                generation,
                garbageCollected,
                returnsDeleted,
                bornWithStatus);
    }

    public Traits withoutGarbageCollection() {
        return new Traits(
                deletion, updateWithoutVersion, createOnUpdate, generation, false, returnsDeleted, bornWithStatus);
    }

    public Traits withVersionRequired() {
        return new Traits(
                deletion, false, createOnUpdate, generation, garbageCollected, returnsDeleted, bornWithStatus);
    }

    public Traits returningDeleted() {
        return new Traits(
                deletion, updateWithoutVersion, createOnUpdate, generation, garbageCollected, true, bornWithStatus);
    }

    public Traits withStatusAtBirth() {
        return new Traits(
                deletion, updateWithoutVersion, createOnUpdate, generation, garbageCollected, returnsDeleted, true);
    }
}
