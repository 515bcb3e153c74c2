package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.objects.Texts;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A Lease, which its holder renews.
public final class Lease extends ApiObject {
    public static final Kind<Lease> KIND = Kind.namespaced("coordination.k8s.io/v1", "Lease", "leases", Lease::new);

    /// The namespace of the nodes' leases, which have the nodes' names.
    public static final String NODES = "kube-node-lease";

    private final String holder;
    private final Optional<Instant> renewed;

    private Lease(Stored stored, JsonNode tree) {
        super(stored, tree);
        holder = tree.path("spec").path("holderIdentity").asString("");
        renewed = Texts.time(tree.path("spec").path("renewTime"));
    }

    public String holder() {
        return holder;
    }

    public Optional<Instant> renewed() {
        return renewed;
    }
}
