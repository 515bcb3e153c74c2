package dev.archipelago.apiserver.defaults;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/// What is done to objects of certain kinds after defaulting and before validation.
///
/// The caller has already set metadata (name, uid) and dropped what a client may not set. Kinds are named by their
/// type, such as `core.v1.Pod`; a kind that is not known here is left alone.
public final class Preparation {
    private static final Map<String, Consumer<ObjectNode>> ON_CREATE = Map.of(
            "core.v1.Pod", PodPreparation::create,
            "core.v1.Service", ServicePreparation::create,
            "core.v1.Namespace", NamespacePreparation::create,
            "apps.v1.DaemonSet", DaemonSetPreparation::create,
            "batch.v1.Job", JobPreparation::create);

    private static final Map<String, BiConsumer<ObjectNode, ObjectNode>> ON_UPDATE = Map.of(
            "core.v1.Service", ServicePreparation::update,
            "core.v1.Namespace", NamespacePreparation::update,
            "apps.v1.DaemonSet", DaemonSetPreparation::update);

    private Preparation() {}

    /// Prepares a new object: sets its first status and what the kind derives from the rest.
    public static void forCreate(String type, ObjectNode object) {
        InitialStatus.set(type, object);
        Consumer<ObjectNode> preparation = ON_CREATE.get(type);
        if (preparation != null) {
            preparation.accept(object);
        }
    }

    /// Prepares the new state of an object: takes over what was allocated and drops what no longer applies.
    public static void forUpdate(String type, ObjectNode old, ObjectNode updated) {
        BiConsumer<ObjectNode, ObjectNode> preparation = ON_UPDATE.get(type);
        if (preparation != null) {
            preparation.accept(old, updated);
        }
    }
}
