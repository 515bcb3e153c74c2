package dev.archipelago.cli.report;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Waits;
import dev.archipelago.federation.match.Eligible;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/// Explains the placement of one object.
public final class Explanation {
    private Explanation() {}

    /// The explanation of one object.
    ///
    /// @param object as `KIND/NAME`
    /// @param namespace ignored for cluster-scoped kinds
    /// @throws IOException when there is no such object or kind
    public static String read(ClusterApi federation, String object, String namespace, Instant now) throws IOException {
        int slash = object.indexOf('/');
        if (slash <= 0 || slash == object.length() - 1) {
            throw new IOException("\"" + object + "\" is not KIND/NAME, such as sts/web");
        }
        String called = object.substring(0, slash);
        Kind<AnyObject> kind = KindNames.find(called, federation.kinds())
                .orElseThrow(() -> new IOException("the federation has no kind \"" + called + "\""));
        Key key = new Key(kind.namespaced() ? namespace : "", object.substring(slash + 1));
        Optional<Binding> binding = federation.get(Binding.kindFor(key), Binding.keyFor(kind, key));
        if (binding.isPresent()) {
            return of(kind, key, binding.get(), now);
        }
        AnyObject found = federation
                .get(kind, key)
                .orElseThrow(() -> new IOException("there is no " + kind.name() + ' ' + key + " in the federation"));
        return unbound(kind, found);
    }

    /// The explanation of an object without a binding.
    static String unbound(Kind<AnyObject> kind, AnyObject object) {
        return kind.name() + ' ' + object.key() + " is in no cluster: " + Eligible.whyNowhere(kind, object) + '\n';
    }

    static String of(Kind<?> kind, Key key, Binding binding, Instant now) {
        StringBuilder text = new StringBuilder(kind.name()).append(' ').append(key);
        JsonNode replicas = binding.spec().path("replicas");
        if (replicas.isNumber()) {
            text.append(", ").append(replicas.asInt()).append(replicas.asInt() == 1 ? " replica" : " replicas");
        }
        text.append(", placed by ").append(claim(binding)).append('\n');
        if (binding.isDeleting()) {
            text.append("It is being deleted.\n");
        }
        SortedMap<String, String> reasons = reasons(binding);
        String problem = binding.schedulingFailure();
        if (!problem.isEmpty()) {
            text.append("Problem: ").append(problem).append('\n');
        }
        TextTable table = new TextTable("CLUSTER", replicas.isNumber() ? "REPLICAS" : "GOES THERE", "WHY");
        reasons.forEach((cluster, reason) -> table.add(
                cluster,
                binding.target(cluster)
                        .map(target -> target.replicas().isPresent() ? counted(target) : "yes")
                        .orElse("-"),
                reason));
        return text.append('\n')
                .append(table.text())
                .append(waits(binding, now))
                .toString();
    }

    private static String waits(Binding binding, Instant now) {
        StringBuilder text = new StringBuilder();
        for (Waits.Cause cause : Waits.in(binding.status()).all()) {
            String age = Age.of(StringNode.valueOf(cause.since()), now);
            text.append(text.isEmpty() ? "\nWAITING\n" : "").append(cause.text());
            text.append(age.isEmpty() ? "" : " (for " + age + ')').append('\n');
        }
        return text.toString();
    }

    private static String counted(Binding.Target target) {
        int count = target.replicas().orElse(0);
        if (target.start().isEmpty() || count == 0) {
            return Integer.toString(count);
        }
        int first = target.start().getAsInt();
        return count + " (" + first + (count == 1 ? "" : "-" + (first + count - 1)) + ')';
    }

    private static String claim(Binding binding) {
        Map<String, String> annotations = binding.meta().annotations();
        if (annotations.containsKey(Names.POLICY_NAME)) {
            return "PropagationPolicy " + annotations.getOrDefault(Names.POLICY_NAMESPACE, "") + '/'
                    + annotations.get(Names.POLICY_NAME);
        }
        if (annotations.containsKey(Names.CLUSTER_POLICY_NAME)) {
            return "ClusterPropagationPolicy " + annotations.get(Names.CLUSTER_POLICY_NAME);
        }
        return "default, as no policy is about it";
    }

    /// The reasons by cluster, including targets without a reason.
    private static SortedMap<String, String> reasons(Binding binding) {
        SortedMap<String, String> reasons = new TreeMap<>();
        binding.targets().forEach(target -> reasons.put(target.cluster(), ""));
        reasons.putAll(binding.reasons());
        return reasons;
    }
}
