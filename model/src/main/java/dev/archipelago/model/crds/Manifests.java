package dev.archipelago.model.crds;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The definitions of the federation's kinds, each a `CustomResourceDefinition` in YAML.
public final class Manifests {
    private static final List<String> NAMES = List.of(
            "clusters.cluster.karmada.io",
            "propagationpolicies.policy.karmada.io",
            "clusterpropagationpolicies.policy.karmada.io",
            "overridepolicies.policy.karmada.io",
            "clusteroverridepolicies.policy.karmada.io",
            "resourcebindings.work.karmada.io",
            "clusterresourcebindings.work.karmada.io");

    private Manifests() {}

    /// The names of the definitions, in the order in which they are best applied.
    public static List<String> names() {
        return NAMES;
    }

    /// The text of a definition.
    ///
    /// @param name one of [#names]
    public static String text(String name) {
        try (InputStream in = Manifests.class.getResourceAsStream(name + ".yaml")) {
            if (in == null) {
                throw new IllegalArgumentException("there is no manifest " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
