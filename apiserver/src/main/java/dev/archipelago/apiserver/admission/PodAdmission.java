package dev.archipelago.apiserver.admission;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.apiserver.admission.PriorityClasses.PriorityClass;
import dev.archipelago.store.Store;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Pods get the priority of their class, and bear with a node that is silent for five minutes unless they say
/// otherwise.
public final class PodAdmission implements Admission {
    private static final String NO_EXECUTE = "NoExecute";
    private static final List<String> SILENCES =
            List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");
    private static final int PATIENCE_SECONDS = 300;

    private final PriorityClasses classes;

    private PodAdmission(PriorityClasses classes) {
        this.classes = classes;
    }

    /// From now on it knows the classes that there are in a store.
    public static PodAdmission start(Store store) {
        return new PodAdmission(PriorityClasses.follow(store));
    }

    @Override
    public boolean mutate(AdmissionRequest request) {
        ObjectNode pod = request.object();
        boolean ofPod = request.resource().group().isEmpty()
                && request.resource().kind().kind().equals("Pod")
                && request.subresource().isEmpty();
        if (!ofPod || pod == null) {
            return false;
        }
        switch (request.operation()) {
            case CREATE -> {
                prioritize(pod);
                tolerateSilence(pod);
            }
            case UPDATE -> {
                keepPriority(pod, request.old());
                tolerateSilence(pod);
            }
            case DELETE, CONNECT -> {}
        }
        return false;
    }

    /// Who replaces a pod need not know what it was given: whatever its class has become, it keeps its priority.
    private static void keepPriority(ObjectNode pod, @Nullable ObjectNode old) {
        ObjectNode spec = pod.withObjectProperty("spec");
        for (String field : new String[] {"priority", "preemptionPolicy"}) {
            JsonNode given = old == null ? null : old.path("spec").get(field);
            if (given != null && !spec.hasNonNull(field)) {
                spec.set(field, given);
            }
        }
    }

    private void prioritize(ObjectNode pod) {
        ObjectNode spec = pod.withObjectProperty("spec");
        Optional<PriorityClass> priorityClass =
                classOf(pod, spec.path("priorityClassName").asString(""));
        int priority = priorityClass.map(PriorityClass::value).orElse(0);
        String preemption = priorityClass.map(PriorityClass::preemptionPolicy).orElse(PriorityClasses.PREEMPTS);
        if (spec.hasNonNull("priority") && spec.path("priority").asInt(0) != priority) {
            throw refused(
                    pod,
                    "the integer value of priority (%d) must not be provided in pod spec; priority admission controller"
                                    .formatted(spec.path("priority").asInt(0))
                            + " computed " + priority + " from the given PriorityClass name");
        }
        if (spec.hasNonNull("preemptionPolicy")
                && !spec.path("preemptionPolicy").asString("").equals(preemption)) {
            throw refused(
                    pod,
                    "the string value of PreemptionPolicy (%s) must not be provided in pod spec; priority admission"
                                    .formatted(spec.path("preemptionPolicy").asString(""))
                            + " controller computed " + preemption + " from the given PriorityClass name");
        }
        priorityClass.ifPresent(found -> spec.put("priorityClassName", found.name()));
        spec.put("priority", priority).put("preemptionPolicy", preemption);
    }

    private Optional<PriorityClass> classOf(ObjectNode pod, String name) {
        if (name.isEmpty()) {
            return classes.ofAll();
        }
        return Optional.of(classes.named(name)
                .orElseThrow(() -> refused(pod, "no PriorityClass with name " + name + " was found")));
    }

    private static ApiException refused(ObjectNode pod, String why) {
        return ApiException.forbidden("", "pods", Meta.name(pod), why);
    }

    private static void tolerateSilence(ObjectNode pod) {
        ObjectNode spec = pod.withObjectProperty("spec");
        for (String taint : SILENCES) {
            if (!tolerates(spec.path("tolerations"), taint)) {
                spec.withArrayProperty("tolerations")
                        .addObject()
                        .put("effect", NO_EXECUTE)
                        .put("key", taint)
                        .put("operator", "Exists")
                        .put("tolerationSeconds", PATIENCE_SECONDS);
            }
        }
    }

    private static boolean tolerates(JsonNode tolerations, String taint) {
        for (JsonNode toleration : tolerations) {
            String key = toleration.path("key").asString("");
            String effect = toleration.path("effect").asString("");
            if ((key.isEmpty() || key.equals(taint)) && (effect.isEmpty() || effect.equals(NO_EXECUTE))) {
                return true;
            }
        }
        return false;
    }
}
