package dev.archipelago.apiserver.authz;

import dev.archipelago.api.objects.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The roles and bindings that every server starts with, from the table in `default-policy.txt`.
///
/// They carry the label and the annotation by which a server knows them as its own and may bring them up to date.
public final class DefaultPolicy {
    private static final String TABLE = "default-policy.txt";
    private static final String AGGREGATE_LABEL = "rbac.authorization.k8s.io/aggregate-to-";
    private static final Map<String, String> VERBS = Map.of(
            "READ", "get,list,watch",
            "WRITE", "create,delete,deletecollection,patch,update",
            "READWRITE", "get,list,watch,create,delete,deletecollection,patch,update");

    private final List<ObjectNode> roles = new ArrayList<>();
    private final List<ObjectNode> bindings = new ArrayList<>();

    private DefaultPolicy() {}

    /// New objects, ready to be created; roles come before the bindings that refer to them.
    public static List<ObjectNode> objects() {
        DefaultPolicy policy = new DefaultPolicy();
        for (String line : read().split("\n")) {
            if (!line.isBlank() && !line.startsWith("#")) {
                policy.take(line, new Words(line));
            }
        }
        policy.fillAggregates();
        return Stream.concat(policy.roles.stream(), policy.bindings.stream()).toList();
    }

    /// The words of a line, taken one after the other.
    private static final class Words {
        private final String[] words;
        private int next;

        Words(String line) {
            this.words = line.strip().split(" +");
        }

        String take() {
            return words[next++];
        }

        boolean takeIf(String word) {
            boolean found = next < words.length && words[next].equals(word);
            next += found ? 1 : 0;
            return found;
        }

        /// The elements of a list, sorted as Kubernetes stores them.
        List<String> takeList() {
            String[] elements = take().split(",");
            Arrays.sort(elements);
            return List.of(elements);
        }
    }

    private void take(String line, Words words) {
        if (line.startsWith(" ")) {
            takeDetail(words);
        } else if (words.takeIf("clusterrole")) {
            roles.add(role(words));
        } else {
            throw new IllegalStateException("not a line of the policy: " + line);
        }
    }

    private static ObjectNode role(Words words) {
        ObjectNode role = object(RbacKind.CLUSTER_ROLE, words.take());
        if (words.takeIf("into")) {
            ((ObjectNode) role.path("metadata").path("labels")).put(AGGREGATE_LABEL + words.take(), "true");
        }
        if (words.takeIf("gathers")) {
            role.putObject("aggregationRule")
                    .putArray("clusterRoleSelectors")
                    .addObject()
                    .putObject("matchLabels")
                    .put(AGGREGATE_LABEL + words.take(), "true");
        }
        role.putArray("rules");
        return role;
    }

    /// A rule of the role above, or to whom it is bound.
    private void takeDetail(Words words) {
        ObjectNode role = roles.getLast();
        if (words.takeIf("bound")) {
            words.takeIf("to");
            bindings.add(binding(Json.text(role.path("metadata"), "name"), words.takeList()));
        } else {
            ((ArrayNode) role.path("rules")).add(rule(words).toJson());
        }
    }

    private static PolicyRule rule(Words words) {
        String verb = words.take();
        List<String> verbs = new Words(VERBS.getOrDefault(verb, verb)).takeList();
        if (words.takeIf("urls")) {
            return new PolicyRule(verbs, List.of(), List.of(), List.of(), words.takeList());
        }
        List<String> groups = words.takeList().stream()
                .map(group -> group.equals("core") ? "" : group)
                .sorted()
                .toList();
        return new PolicyRule(verbs, groups, words.takeList(), List.of(), List.of());
    }

    private static ObjectNode binding(String role, List<String> groups) {
        ObjectNode binding = object(RbacKind.CLUSTER_ROLE_BINDING, role);
        binding.putObject("roleRef")
                .put("apiGroup", RbacKind.GROUP)
                .put("kind", RbacKind.CLUSTER_ROLE.kind())
                .put("name", role);
        ArrayNode subjects = binding.putArray("subjects");
        for (String group : groups) {
            subjects.addObject()
                    .put("apiGroup", RbacKind.GROUP)
                    .put("kind", "Group")
                    .put("name", group);
        }
        return binding;
    }

    private static ObjectNode object(RbacKind kind, String name) {
        ObjectNode object = Json.object();
        object.put("apiVersion", RbacKind.GROUP + "/v1").put("kind", kind.kind());
        ObjectNode metadata = object.putObject("metadata");
        metadata.putObject("annotations").put("rbac.authorization.kubernetes.io/autoupdate", "true");
        metadata.putObject("labels").put("kubernetes.io/bootstrapping", "rbac-defaults");
        metadata.put("name", name);
        return object;
    }

    private void fillAggregates() {
        for (ObjectNode role : roles) {
            AggregatedRules.of(role, roles).ifPresent(rules -> role.set("rules", rules));
        }
    }

    private static String read() {
        try (InputStream table =
                Objects.requireNonNull(DefaultPolicy.class.getResourceAsStream(TABLE), "the policy is in the jar")) {
            return new String(table.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
