package dev.archipelago.apiserver.admission.policy;

import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What policies note of one request. There is no audit log: the annotations go to the log of the server, in one line
/// for each, with the request that they are about.
final class Audit {
    static final String FAILURE = "validation.policy.admission.k8s.io/validation_failure";

    private static final Logger log = LoggerFactory.getLogger("audit");
    private static final int VALUE_MAX = 10 * 1024;
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\u2028\u2029]+");

    private final Map<String, Set<String>> annotations = new LinkedHashMap<>();
    private final ArrayNode failures = Json.NODES.arrayNode();

    /// Notes what a policy says of a request. What several of its bindings say alike is noted once.
    void note(String policy, Map<String, String> values) {
        values.forEach((key, value) -> annotations
                .computeIfAbsent(policy + '/' + key, name -> new LinkedHashSet<>())
                .add(value.substring(0, Math.min(value.length(), VALUE_MAX))));
    }

    /// Notes that a policy is against a request.
    void fail(Policy<?> policy, PolicyBinding binding, ValidatingProgram.Failure failure) {
        ObjectNode noted = failures.addObject();
        noted.put("message", failure.message())
                .put("policy", policy.name())
                .put("binding", binding.name())
                .put("expressionIndex", failure.index());
        noted.set("validationActions", Json.array(binding.actions()));
    }

    /// Writes what has been noted.
    void publish(AdmissionRequest request) {
        publish((key, value) -> log.info(
                "{}={} for {} of {} \"{}/{}\" by {}",
                key,
                value,
                request.operation(),
                request.resource().resource(),
                request.namespace(),
                request.name(),
                request.user().name()));
    }

    void publish(BiConsumer<String, String> sink) {
        if (!failures.isEmpty()) {
            sink.accept(FAILURE, failures.toString());
        }
        annotations.forEach((key, values) -> sink.accept(key, oneLine(String.join(", ", values))));
    }

    /// What a user wrote must not begin a line of the log.
    private static String oneLine(String value) {
        return CONTROL.matcher(value).replaceAll(" ");
    }
}
