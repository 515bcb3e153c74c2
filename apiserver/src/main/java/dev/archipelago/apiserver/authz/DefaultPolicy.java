package dev.archipelago.apiserver.authz;

import dev.archipelago.apiserver.authn.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The roles and bindings that every server starts with, from the table in `default-policy.txt`.
///
/// They carry the label and the annotation by which a server knows them as its own and may bring them up to date.
public final class DefaultPolicy {
    private static final String TABLE = "default-policy.txt";
    private static final String AGGREGATE_LABEL = "rbac.authorization.k8s.io/aggregate-to-";
    private static final String CONTROLLER_PREFIX = "system:controller:";
    private static final Map<String, String> VERBS = Map.of(
            "READ", "get,list,watch",
            "WRITE", "create,delete,deletecollection,patch,update",
            "READWRITE", "get,list,watch,create,delete,deletecollection,patch,update",
            "READUPDATE", "get,list,watch,patch,update");
    private static final String EVENTS = "create,patch,update core,events.k8s.io events";

    private final List<ObjectNode> objects = new ArrayList<>();

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
        return policy.objects.stream()
                .sorted((a, b) -> Boolean.compare(a.has("roleRef"), b.has("roleRef")))
                .toList();
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

        boolean isEmpty() {
            return next >= words.length;
        }
    }

    private void take(String line, Words words) {
        if (line.startsWith(" ")) {
            takeDetail(line.strip(), words);
            return;
        }
        String kind = words.take();
        String name = words.take();
        switch (kind) {
            case "clusterrole" -> takeClusterRole(add(RbacKind.CLUSTER_ROLE, "", name), words);
            case "controller" -> {
                String full = CONTROLLER_PREFIX + name;
                bind(RbacKind.CLUSTER_ROLE_BINDING, "", full, full, new Words("account kube-system/" + name));
                add(RbacKind.CLUSTER_ROLE, "", full).putArray("rules");
            }
            case "role" -> add(RbacKind.ROLE, before(name), after(name)).putArray("rules");
            case "binding" -> {
                words.takeIf("of");
                String role = words.take();
                words.takeIf("to");
                bind(RbacKind.ROLE_BINDING, before(name), after(name), role, words);
            }
            default -> throw new IllegalStateException("not a line of the policy: " + line);
        }
    }

    private static void takeClusterRole(ObjectNode role, Words words) {
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
    }

    /// A rule of the role above, or to whom it is bound.
    private void takeDetail(String line, Words words) {
        ObjectNode role = objects.getLast();
        if (words.takeIf("bound")) {
            words.takeIf("to");
            String name = Json.text(role.path("metadata"), "name");
            bind(RbacKind.CLUSTER_ROLE_BINDING, "", name, name, words);
            return;
        }
        Words rule = line.equals("EVENTS") ? new Words(EVENTS) : words;
        ((ArrayNode) role.path("rules")).add(rule(rule).toJson());
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
        List<String> resources = words.takeList();
        List<String> names = words.takeIf("named") ? words.takeList() : List.of();
        return new PolicyRule(verbs, groups, resources, names, List.of());
    }

    private void bind(RbacKind kind, String namespace, String name, String role, Words subjects) {
        ObjectNode binding = add(kind, namespace, name);
        RbacKind roleKind = namespace.isEmpty() ? RbacKind.CLUSTER_ROLE : RbacKind.ROLE;
        binding.putObject("roleRef")
                .put("apiGroup", RbacKind.GROUP)
                .put("kind", roleKind.kind())
                .put("name", role);
        ArrayNode list = binding.putArray("subjects");
        while (!subjects.isEmpty()) {
            String type = subjects.take();
            for (String subject : subjects.takeList()) {
                ObjectNode node = list.addObject();
                switch (type) {
                    case "user" ->
                        node.put("apiGroup", RbacKind.GROUP).put("kind", "User").put("name", subject);
                    case "group" ->
                        node.put("apiGroup", RbacKind.GROUP)
                                .put("kind", "Group")
                                .put("name", subject);
                    case "account" ->
                        node.put("kind", "ServiceAccount")
                                .put("name", after(subject))
                                .put("namespace", before(subject));
                    default -> throw new IllegalStateException("not a subject of the policy: " + type);
                }
            }
        }
        if (list.isEmpty()) {
            binding.remove("subjects");
        }
    }

    private ObjectNode add(RbacKind kind, String namespace, String name) {
        ObjectNode object = Json.object();
        object.put("apiVersion", RbacKind.GROUP + "/v1").put("kind", kind.kind());
        ObjectNode metadata = object.putObject("metadata");
        metadata.putObject("annotations").put("rbac.authorization.kubernetes.io/autoupdate", "true");
        metadata.putObject("labels").put("kubernetes.io/bootstrapping", "rbac-defaults");
        metadata.put("name", name);
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        objects.add(object);
        return object;
    }

    private void fillAggregates() {
        List<ObjectNode> clusterRoles = objects.stream()
                .filter(object -> Json.text(object, "kind").equals(RbacKind.CLUSTER_ROLE.kind()))
                .toList();
        for (ObjectNode role : clusterRoles) {
            AggregatedRules.of(role, clusterRoles).ifPresent(rules -> role.set("rules", rules));
        }
    }

    private static String before(String name) {
        return name.substring(0, name.indexOf('/'));
    }

    private static String after(String name) {
        return name.substring(name.indexOf('/') + 1);
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
