package dev.archipelago.federation.rollout;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.history.RevisionData;
import dev.archipelago.cluster.history.Revisions;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.federation.workload.Template;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The ControllerRevisions of the federation's workloads. They hold every pod template that a cluster is to run.
///
/// A workload controls those of its own history, as in any cluster. What overrides made of a template for some cluster
/// is kept in others, which the workload owns but does not control, so that `kubectl rollout history` does not list
/// them.
public final class RevisionHistory {
    private final Cache<ControllerRevision> cache;
    private final Index<ControllerRevision> byOwner;

    public RevisionHistory(Caches caches) {
        cache = caches.of(ControllerRevision.KIND);
        byOwner = cache.index(
                revision -> revision.meta().owners().stream().map(Owner::uid).toList());
    }

    /// Registers a listener for the owners of changed revisions, in their namespace.
    public void listen(BiConsumer<Owner, String> changed) {
        cache.listen((before, after) -> {
            ControllerRevision known = after == null ? before : after;
            if (known != null) {
                known.meta().owners().forEach(owner -> changed.accept(owner, known.namespace()));
            }
        });
    }

    /// The history of a workload.
    public List<ControllerRevision> of(Template template) {
        return ownedBy(template).stream()
                .filter(revision -> isControlled(revision, template))
                .toList();
    }

    /// What overrides made of its revisions.
    List<ControllerRevision> overridden(Template template) {
        return ownedBy(template).stream()
                .filter(revision -> !isControlled(revision, template))
                .toList();
    }

    private List<ControllerRevision> ownedBy(Template template) {
        return byOwner.get(template.object().uid());
    }

    private static boolean isControlled(ControllerRevision revision, Template template) {
        return revision.meta()
                .controller()
                .filter(owner -> owner.uid().equals(template.object().uid()))
                .isPresent();
    }

    Optional<ControllerRevision> find(Key key) {
        return cache.get(key);
    }

    /// The pod template of a revision of a workload.
    Optional<ObjectNode> pods(Template template, String name) {
        return ownedBy(template).stream()
                .filter(revision -> revision.name().equals(name))
                .findFirst()
                .map(revision -> RevisionData.template(revision.data()));
    }

    /// The pod template that overrides made for some cluster.
    Optional<ObjectNode> overridden(Template template, String hash) {
        return pods(template, overriddenName(template, hash));
    }

    /// Keeps what overrides made of a template.
    ///
    /// @param hash of the pod template
    static Action keep(Template template, String hash, JsonNode pods, long number) {
        ObjectNode object = Json.object()
                .put("apiVersion", ControllerRevision.KIND.apiVersion())
                .put("kind", ControllerRevision.KIND.name());
        ObjectNode metadata = object.putObject("metadata")
                .put("name", overriddenName(template, hash))
                .put("namespace", template.object().namespace());
        metadata.putArray("ownerReferences")
                .add(new Owner(
                                template.kind().apiVersion(),
                                template.kind().name(),
                                template.object().name(),
                                template.object().uid(),
                                false,
                                false)
                        .json());
        object.putObject("data").putObject("spec").set("template", pods.deepCopy());
        return new Action.Create(ControllerRevision.KIND, object.put("revision", number));
    }

    static String overriddenName(Template template, String hash) {
        return Revisions.name(template.object().name(), hash);
    }
}
