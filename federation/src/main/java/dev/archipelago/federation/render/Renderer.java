package dev.archipelago.federation.render;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Hash;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.workload.ReplicaIdentity;
import dev.archipelago.federation.workload.Template;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Renders the object for one cluster from a template.
public final class Renderer {
    private final String federation;

    /// @param federation its name, which is set on all rendered objects
    public Renderer(String federation) {
        this.federation = federation;
    }

    /// The name of the federation.
    public String federation() {
        return federation;
    }

    /// Renders the object for a cluster.
    ///
    /// @param overrides applied for this cluster
    /// @throws ApiException when the set asks for another identity than its replicas were placed with
    public Rendered render(Template template, Binding.Target target, UnaryOperator<ObjectNode> overrides) {
        return render(template, target, "", overrides, Pods.NEWEST);
    }

    /// Renders the object for a cluster.
    ///
    /// @param membership the uid of the Cluster object; empty when there is none
    /// @param overrides applied for this cluster
    /// @param pods which pod template it gets
    public Rendered render(
            Template template,
            Binding.Target target,
            String membership,
            UnaryOperator<ObjectNode> overrides,
            Pods pods) {
        if (!ReplicaIdentity.isAsPlaced(template, List.of(target))) {
            throw ReplicaIdentity.changed(template);
        }
        Key key = template.nameIn(target.cluster());
        ObjectNode object = UserFields.of(template.object().view());
        ((ObjectNode) object.path("metadata")).put("name", key.name());
        setReplicas(template, target, object);
        pods.base().ifPresent(earlier -> Json.child(object, "spec").set("template", earlier.deepCopy()));
        template.workload().complete(template, object);
        ObjectNode overridden = overrides.apply(object);
        pods.rendered().ifPresent(earlier -> Json.child(overridden, "spec").set("template", earlier.deepCopy()));
        JsonNode podTemplate = overridden.path("spec").path("template");
        String revision = podTemplate.isObject() ? Hash.of(podTemplate) : "";
        mark(template, overridden, revision, membership);
        return new Rendered(key, overridden, revision);
    }

    private static void setReplicas(Template template, Binding.Target target, ObjectNode object) {
        if (!(object.get("spec") instanceof ObjectNode spec)) {
            return;
        }
        template.workload()
                .replicasField()
                .ifPresent(field -> target.replicas().ifPresent(number -> spec.put(field, number)));
        target.completions().ifPresent(number -> spec.put("completions", number));
        if (target.start().isPresent()) {
            Json.child(spec, "ordinals").put("start", target.start().getAsInt());
        }
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
