package dev.archipelago.apiserver.admission.policy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Cause;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.apiserver.admission.Admission;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.admission.AdmissionRequest.Operation;
import dev.archipelago.apiserver.admission.matching.RequestMatcher;
import dev.archipelago.apiserver.admission.policy.PolicyIndex.Bound;
import dev.archipelago.apiserver.authz.Authorizer;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.cel.ExpressionException;
import dev.archipelago.apiserver.cel.PolicyInput;
import dev.archipelago.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Lets the MutatingAdmissionPolicies change the objects that they are bound to, in turn: each sees what the one before
/// made of the object. What changes the object after them is another gate, and policies that ask for it are asked
/// again when it did.
public final class MutatingPolicies implements Admission {
    private final Supplier<List<Bound<MutatingProgram>>> policies;
    private final RequestMatcher matcher;
    private final Params params;
    private final Authorizer authorizer;
    private final Admission later;

    MutatingPolicies(
            Supplier<List<Bound<MutatingProgram>>> policies,
            RequestMatcher matcher,
            Params params,
            Authorizer authorizer,
            Admission later) {
        this.policies = policies;
        this.matcher = matcher;
        this.params = params;
        this.authorizer = authorizer;
        this.later = later;
    }

    /// Follows the policies and bindings in a store.
    ///
    /// @param later the gate that changes objects after the policies
    public static MutatingPolicies start(
            Store store, RequestMatcher matcher, Supplier<Catalog> catalog, Authorizer authorizer, Admission later) {
        return new MutatingPolicies(
                PolicyIndex.follow(store, "mutating", MutatingProgram::of),
                matcher,
                new Params(store, catalog),
                authorizer,
                later);
    }

    @Override
    public boolean mutate(AdmissionRequest request) {
        List<Bound<MutatingProgram>> all = policies.get();
        ObjectNode object = request.object();
        boolean stores = request.operation() == Operation.CREATE || request.operation() == Operation.UPDATE;
        if (all.isEmpty() || object == null || !stores || RequestMatcher.isExempt(request)) {
            return later.mutate(request);
        }
        Round round = new Round(request, object);
        List<Invocation> invocations = round.invocations(all);
        int lastChange = -1;
        for (int i = 0; i < invocations.size(); i++) {
            if (round.invoke(invocations.get(i))) {
                lastChange = i;
            }
        }
        boolean changedLater = later.mutate(request);
        int before = changedLater ? invocations.size() : lastChange;
        for (int i = 0; i < before; i++) {
            if (invocations.get(i).policy().program().reinvoke()) {
                round.invoke(invocations.get(i));
            }
        }
        round.end();
        return lastChange >= 0 || changedLater;
    }

    @Override
    public void validate(AdmissionRequest request) {
        later.validate(request);
    }

    /// A policy that is asked, for one of its bindings and one parameter.
    private record Invocation(
            Policy<MutatingProgram> policy,
            PolicyBinding binding,
            ServedResource version,
            @Nullable JsonNode param) {}

    /// One request before all policies.
    private final class Round {
        private final AdmissionRequest request;
        private final ObjectNode object;
        private final List<Cause> errors = new ArrayList<>();

        Round(AdmissionRequest request, ObjectNode object) {
            this.request = request;
            this.object = object;
        }

        List<Invocation> invocations(List<Bound<MutatingProgram>> all) {
            List<Invocation> invocations = new ArrayList<>();
            for (Bound<MutatingProgram> bound : all) {
                Optional<ServedResource> version = matcher.match(bound.policy().criteria(), request);
                if (version.isPresent()) {
                    for (PolicyBinding binding : bound.bindings()) {
                        if (matcher.match(binding.criteria(), request).isPresent()) {
                            add(bound.policy(), binding, version.get(), invocations);
                        }
                    }
                }
            }
            return invocations;
        }

        private void add(
                Policy<MutatingProgram> policy, PolicyBinding binding, ServedResource version, List<Invocation> all) {
            try {
                for (Optional<ObjectNode> param : params.of(policy, binding, request.namespace())) {
                    all.add(new Invocation(policy, binding, version, param.orElse(null)));
                }
            } catch (ExpressionException e) {
                fail(policy, binding, "failed to configure binding: " + e.getMessage());
            }
        }

        /// Puts what a policy makes of the object in its place.
        ///
        /// @return whether that differs
        boolean invoke(Invocation invocation) {
            MutatingProgram program = invocation.policy().program();
            try {
                if (!program.conditions().hold(input(invocation), invocation.param())) {
                    return false;
                }
            } catch (ExpressionException e) {
                fail(invocation.policy(), invocation.binding(), String.valueOf(e.getMessage()));
                return false;
            }
            boolean changed = false;
            for (MutatingProgram.Mutation mutation : program.mutations()) {
                try {
                    ObjectNode served = invocation.version().served(object);
                    changed |= replace(
                            invocation.version(),
                            program.mutate(
                                    mutation, invocation.version(), served, input(invocation), invocation.param()));
                } catch (ExpressionException e) {
                    fail(invocation.policy(), invocation.binding(), String.valueOf(e.getMessage()));
                }
            }
            return changed;
        }

        /// The object as it is now: each mutation sees what the one before made of it.
        private PolicyInput input(Invocation invocation) {
            return PolicyRequest.of(request, invocation.version(), matcher, authorizer);
        }

        private boolean replace(ServedResource version, ObjectNode mutated) {
            ObjectNode stored = version.conversion().toStorage(mutated);
            request.resource().rules().applyDefaults(stored);
            if (request.subresource().equals("status")) {
                keepAllButStatus(stored);
            }
            if (stored.equals(object)) {
                return false;
            }
            object.removeAll();
            object.setAll(stored);
            return true;
        }

        private void keepAllButStatus(ObjectNode stored) {
            stored.retain("apiVersion", "kind", "metadata", "status");
            object.properties().forEach(field -> {
                if (!field.getKey().equals("metadata") && !field.getKey().equals("status")) {
                    stored.set(field.getKey(), field.getValue());
                }
            });
        }

        private void fail(Policy<MutatingProgram> policy, PolicyBinding binding, String why) {
            if (!policy.ignoresFailure()) {
                errors.add(new Cause(
                        "",
                        "policy '%s' with binding '%s' denied request: %s"
                                .formatted(policy.name(), binding.name(), why),
                        ""));
            }
        }

        void end() {
            if (!errors.isEmpty()) {
                throw new ApiException(
                        Reason.INVALID,
                        errors.getFirst().message(),
                        ApiException.Details.of(
                                        request.resource().group(),
                                        request.resource().resource(),
                                        request.name())
                                .withCauses(errors));
            }
        }
    }
}
