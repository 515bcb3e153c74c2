package dev.archipelago.federation.render;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.match.Template;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes of a template the object for one cluster.
public final class Renderer {
    private final String federation;

    /// @param federation its name, which all that it makes is marked with
    public Renderer(String federation) {
        this.federation = federation;
    }

    /// The name of the federation.
    public String federation() {
        return federation;
    }

    /// The object that a cluster gets.
    ///
    /// @param overrides changes the object as policies ask for this cluster
    /// @throws ApiException when the set asks for another identity than its replicas were placed with
    public Rendered render(Template template, Binding.Target target, UnaryOperator<ObjectNode> overrides) {
        return render(template, target, "", overrides);
    }

    /// The object that a cluster gets.
    ///
    /// @param membership the uid of the cluster's Cluster object; empty when it has none
    /// @param overrides changes the object as policies ask for this cluster
    public Rendered render(
            Template template, Binding.Target target, String membership, UnaryOperator<ObjectNode> overrides) {
        if (!Identity.isAsPlaced(template, List.of(target))) {
            throw Identity.changed(template);
        }
        Key key = Identity.of(template, target.cluster());
        ObjectNode object = Essence.of(template.object().view());
        ((ObjectNode) object.path("metadata")).put("name", key.name());
        setReplicas(template, target, object);
        labelPods(template, object);
        object = overrides.apply(object);
        JsonNode pods = object.path("spec").path("template");
        String revision = pods.isObject() ? Hash.of(pods) : "";
        mark(template, object, revision, membership);
        return new Rendered(key, object, revision);
    }

    private static void setReplicas(Template template, Binding.Target target, ObjectNode object) {
        if (!(object.get("spec") instanceof ObjectNode spec)) {
            return;
        }
        if (target.replicas().isPresent()) {
            spec.put(replicasField(template), target.replicas().getAsInt());
        }
        target.completions().ifPresent(number -> spec.put("completions", number));
        if (target.start().isPresent()) {
            Json.child(spec, "ordinals").put("start", target.start().getAsInt());
        }
    }

    /// All pods of a federated set can be found by its name, in whichever cluster. Which of them each is the
    /// member's own label says, which it gives also while the federation is down.
    private static void labelPods(Template template, ObjectNode object) {
        if (Identity.isStatefulSet(template)
                && object.path("spec").path("template") instanceof ObjectNode pods
                && !pods.path("metadata").path("labels").has(Names.REPLICA_LABEL)) {
            Json.child(Json.child(pods, "metadata"), "labels")
                    .put(Names.REPLICA_LABEL, template.object().name());
        }
    }

    /// The field by which a kind says how many of it there are to be.
    public static String replicasField(Template template) {
        return template.kind().name().equals("Job") ? "parallelism" : "replicas";
    }

    private void mark(Template template, ObjectNode object, String revision, String membership) {
        ObjectNode metadata = (ObjectNode) object.path("metadata");
        Json.child(metadata, "labels").put(Names.MANAGED_LABEL, "true");
        ObjectNode annotations = Json.child(metadata, "annotations");
        annotations.put(Names.FEDERATION, federation);
        annotations.put(Names.TEMPLATE_UID, template.object().uid());
        annotations.put(Names.BINDING_NAME, template.bindingKey().name());
        if (!membership.isEmpty()) {
            annotations.put(Names.MEMBERSHIP, membership);
        }
        if (!revision.isEmpty()) {
            annotations.put(Names.REVISION, revision);
        }
        annotations.put(Names.RENDERED, Hash.of(object));
    }
}
