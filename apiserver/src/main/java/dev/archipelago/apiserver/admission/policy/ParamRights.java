package dev.archipelago.apiserver.admission.policy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.admission.Admission;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.authz.Attributes;
import dev.archipelago.apiserver.authz.Authorizer;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.store.Store;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Lets a policy take objects as parameters only when whoever writes the policy, or a binding that names them, may read
/// them: the server reads them, and an expression of the policy can put what they say into a message.
public final class ParamRights implements Admission {
    private static final String GROUP = "admissionregistration.k8s.io";

    /// The kinds of bindings, and the resources of the policies that they bind.
    private static final Map<String, String> POLICIES = Map.of(
            "ValidatingAdmissionPolicyBinding", "validatingadmissionpolicies",
            "MutatingAdmissionPolicyBinding", "mutatingadmissionpolicies");

    private static final String ANY = "*";

    private final Store store;
    private final Supplier<Catalog> catalog;
    private final Authorizer authorizer;

    public ParamRights(Store store, Supplier<Catalog> catalog, Authorizer authorizer) {
        this.store = store;
        this.catalog = catalog;
        this.authorizer = authorizer;
    }

    @Override
    public void validate(AdmissionRequest request) {
        JsonNode object = request.object();
        if (object == null || !request.resource().group().equals(GROUP)) {
            return;
        }
        JsonNode spec = object.path("spec");
        String policies = POLICIES.get(request.resource().kind().kind());
        if (policies == null) {
            if (!isSame(request.old(), spec, List.of("paramKind"))) {
                checkPolicy(request, spec.path("paramKind"));
            }
        } else if (!isSame(request.old(), spec, List.of("policyName", "paramRef"))) {
            checkBinding(request, spec, policies);
        }
    }

    /// What somebody else was let write may be kept by whoever changes the rest.
    private static boolean isSame(@Nullable JsonNode old, JsonNode spec, List<String> fields) {
        return old != null
                && fields.stream()
                        .allMatch(field -> old.path("spec").path(field).equals(spec.path(field)));
    }

    private void checkPolicy(AdmissionRequest request, JsonNode paramKind) {
        if (paramKind.isObject()) {
            check(request, "spec.paramKind", attributes(request, "get", paramKind, ANY, ANY));
        }
    }

    /// Without a policy that says what kind they are of, the parameters may be anything.
    private void checkBinding(AdmissionRequest request, JsonNode spec, String policies) {
        JsonNode ref = spec.path("paramRef");
        if (!ref.isObject()) {
            return;
        }
        String name = ref.path("name").asString("");
        JsonNode paramKind = store.get(
                        policies + '.' + GROUP + '/' + spec.path("policyName").asString(""))
                .map(policy -> (JsonNode) Json.parse(policy.value()))
                .orElseGet(Json::object)
                .path("spec")
                .path("paramKind");
        String verb = name.isEmpty() ? "list" : "get";
        String namespace = ref.path("namespace").asString("");
        check(request, "spec.paramRef", attributes(request, verb, paramKind, namespace, name));
    }

    private Attributes attributes(
            AdmissionRequest request, String verb, JsonNode paramKind, String namespace, String name) {
        String apiVersion = paramKind.path("apiVersion").asString("");
        Optional<ServedResource> known =
                catalog.get().findKind(apiVersion, paramKind.path("kind").asString(""));
        int slash = apiVersion.indexOf('/');
        String group = paramKind.isObject() ? apiVersion.substring(0, Math.max(0, slash)) : ANY;
        String version = paramKind.isObject() ? apiVersion.substring(slash + 1) : ANY;
        String resource = known.map(ServedResource::resource).orElse(ANY);
        return Attributes.ofResource(request.user(), verb, group, version, resource, "", namespace, name);
    }

    private void check(AdmissionRequest request, String field, Attributes reading) {
        if (authorizer.authorize(reading).isAllowed()) {
            return;
        }
        String resource = request.resource().resource();
        throw new ApiException(
                Reason.FORBIDDEN,
                "%s.%s \"%s\" is forbidden: %s: user \"%s\" cannot %s what the policy would take as parameters: %s"
                        .formatted(
                                resource,
                                GROUP,
                                request.name(),
                                field,
                                request.user().name(),
                                reading.verb(),
                                described(reading)),
                ApiException.Details.of(GROUP, resource, request.name()));
    }

    private static String described(Attributes reading) {
        String resource = reading.group().isEmpty() ? reading.resource() : reading.resource() + '.' + reading.group();
        boolean one = !reading.name().isEmpty() && !reading.name().equals(ANY);
        boolean somewhere =
                !reading.namespace().isEmpty() && !reading.namespace().equals(ANY);
        return resource
                + (one ? " \"" + reading.name() + '"' : "")
                + (somewhere ? " in namespace " + reading.namespace() : " in all namespaces");
    }
}
