package dev.archipelago.apiserver.admission.policy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Cause;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.apiserver.admission.Admission;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.admission.matching.RequestMatcher;
import dev.archipelago.apiserver.admission.policy.PolicyIndex.Bound;
import dev.archipelago.apiserver.admission.policy.ValidatingProgram.Failure;
import dev.archipelago.apiserver.admission.policy.ValidatingProgram.Verdict;
import dev.archipelago.apiserver.authz.Authorizer;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.cel.ExpressionException;
import dev.archipelago.apiserver.cel.PolicyInput;
import dev.archipelago.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// Holds requests against the ValidatingAdmissionPolicies that are bound to them.
public final class ValidatingPolicies implements Admission {
    private final Supplier<List<Bound<ValidatingProgram>>> policies;
    private final RequestMatcher matcher;
    private final Params params;
    private final Authorizer authorizer;

    ValidatingPolicies(
            Supplier<List<Bound<ValidatingProgram>>> policies,
            RequestMatcher matcher,
            Params params,
            Authorizer authorizer) {
        this.policies = policies;
        this.matcher = matcher;
        this.params = params;
        this.authorizer = authorizer;
    }

    /// Follows the policies and bindings in a store.
    public static ValidatingPolicies start(
            Store store, RequestMatcher matcher, Supplier<Catalog> catalog, Authorizer authorizer) {
        return new ValidatingPolicies(
                PolicyIndex.follow(store, "validating", ValidatingProgram::of),
                matcher,
                new Params(store, catalog),
                authorizer);
    }

    @Override
    public void validate(AdmissionRequest request) {
        List<Bound<ValidatingProgram>> all = policies.get();
        if (!all.isEmpty() && !RequestMatcher.isExempt(request)) {
            new Judgement(request).pass(all);
        }
    }

    /// One request before all policies.
    private final class Judgement {
        private final AdmissionRequest request;
        private final Map<ServedResource, PolicyInput> inputs = new HashMap<>(2);
        private final List<Denial> denials = new ArrayList<>();
        private final Audit audit = new Audit();

        private record Denial(String message, Reason reason) {}

        Judgement(AdmissionRequest request) {
            this.request = request;
        }

        void pass(List<Bound<ValidatingProgram>> all) {
            for (Bound<ValidatingProgram> bound : all) {
                Optional<ServedResource> matched = matcher.match(bound.policy().criteria(), request);
                if (matched.isPresent()) {
                    for (PolicyBinding binding : bound.bindings()) {
                        if (matcher.match(binding.criteria(), request).isPresent()) {
                            judge(bound.policy(), binding, matched.get());
                        }
                    }
                }
            }
            audit.publish(request);
            if (!denials.isEmpty()) {
                throw refusal(denials.getFirst());
            }
        }

        private void judge(Policy<ValidatingProgram> policy, PolicyBinding binding, ServedResource matched) {
            List<Optional<ObjectNode>> found;
            try {
                found = params.of(policy, binding, request.namespace());
            } catch (ExpressionException e) {
                if (!policy.ignoresFailure()) {
                    deny(policy, binding, "failed to configure binding: " + e.getMessage(), Reason.INVALID);
                }
                return;
            }
            PolicyInput input =
                    inputs.computeIfAbsent(matched, version -> PolicyRequest.of(request, version, matcher, authorizer));
            for (Optional<ObjectNode> param : found) {
                Verdict verdict = policy.program().judge(input, param.orElse(null));
                for (Failure failure : verdict.failures()) {
                    act(policy, binding, failure);
                }
                verdict.errors().forEach(error -> deny(policy, binding, error, Reason.INVALID));
                audit.note(policy.name(), verdict.annotations());
            }
        }

        private void act(Policy<ValidatingProgram> policy, PolicyBinding binding, Failure failure) {
            for (String action : binding.actions()) {
                switch (action) {
                    case "Deny" -> deny(policy, binding, failure.message(), failure.reason());
                    case "Warn" ->
                        request.warn()
                                .accept("Validation failed for ValidatingAdmissionPolicy '%s' with binding '%s': %s"
                                        .formatted(policy.name(), binding.name(), failure.message()));
                    case "Audit" -> audit.fail(policy, binding, failure);
                    default -> throw new IllegalStateException("no validation action " + action);
                }
            }
        }

        private void deny(Policy<ValidatingProgram> policy, PolicyBinding binding, String why, Reason reason) {
            denials.add(new Denial(
                    "ValidatingAdmissionPolicy '%s' with binding '%s' denied request: %s"
                            .formatted(policy.name(), binding.name(), why),
                    reason));
        }

        private ApiException refusal(Denial denial) {
            String group = request.resource().group();
            ApiException forbidden =
                    ApiException.forbidden(group, request.resource().resource(), request.name(), denial.message());
            return new ApiException(
                    denial.reason(),
                    forbidden.getMessage(),
                    forbidden.details().withCauses(List.of(new Cause("", denial.message(), ""))));
        }
    }
}
