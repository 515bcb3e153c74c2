package dev.archipelago.federation.bind;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The global ordinals that a cluster kept when a StatefulSet was deleted with orphaning. They are recorded in an
/// annotation of the Cluster, because a later set of the same name must not give them to other clusters, even while
/// this one is unreachable. Pure.
final class KeptOrdinals {
    private static final int HASH_BYTES = 8;

    private KeptOrdinals() {}

    /// The annotation key for a binding: a hash, because binding names may be longer than an annotation key allows.
    static String annotation(Key binding) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(binding.toString().getBytes(StandardCharsets.UTF_8));
            return Names.KEPT_ORDINALS + HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The annotation's value when a binding is deleted; empty where the cluster keeps nothing.
    static String left(Binding binding, String cluster) {
        if (!binding.preservesOnDeletion() || BindingDeletion.isAbandoned(binding, cluster)) {
            return "";
        }
        return binding.target(cluster)
                .filter(target -> target.start().isPresent() && target.claimed().orElse(0) > 0)
                .map(target -> Json.object()
                        .put("binding", binding.key().toString())
                        .put("replicas", target.replicas().orElse(0))
                        .put("start", target.start().getAsInt())
                        .put("claimed", target.claimed().getAsInt())
                        .toString())
                .orElse("");
    }

    /// The recorded ordinals of a cluster; empty when the annotation is missing or invalid.
    static Optional<Binding.Target> read(Cluster cluster, Key binding) {
        JsonNode json = parse(cluster.meta().annotations().getOrDefault(annotation(binding), ""));
        int replicas = json.path("replicas").asInt(0);
        int start = json.path("start").asInt(-1);
        int claimed = json.path("claimed").asInt(0);
        boolean isMeant = json.path("binding").asString("").equals(binding.toString());
        return isMeant && start >= 0 && replicas >= 0 && claimed > 0 && replicas <= claimed
                ? Optional.of(new Binding.Target(
                        cluster.name(), OptionalInt.of(replicas), OptionalInt.of(start), OptionalInt.of(claimed)))
                : Optional.empty();
    }

    /// A patch of a Cluster that sets the annotation, or removes it when the text is empty.
    static ObjectNode patch(Cluster cluster, Key binding, String text) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata")
                .put("uid", cluster.uid())
                .putObject("annotations")
                .put(annotation(binding), text.isEmpty() ? null : text);
        return patch;
    }

    private static JsonNode parse(String text) {
        try {
            return text.isEmpty() ? Json.object() : Json.MAPPER.readTree(text);
        } catch (JacksonException e) {
            // Not written by the federation.
            return Json.object();
        }
    }
}
