package dev.archipelago.federation.bind;

import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Texts;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.membership.Members;
import dev.archipelago.federation.workload.Template;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keeps the bindings of all templates. Its keys are binding keys.
public final class BindingReconciler implements Reconciler {
    /// How long a new StatefulSet waits until clusters report replicas of an earlier set of its name. A cluster
    /// that is ready but does not report must not block the others.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration PAUSE = Duration.ofMillis(100);

    /// How long a new object waits for a policy that overwrites existing objects: `karmadactl promote` creates the
    /// policy after the object, and a placement decided in between would restart running pods.
    private static final Duration POLICY_PATIENCE = Duration.ofSeconds(2);

    /// The interval at which orphans that cannot be adopted are checked again.
    private static final Duration ORPHANED = Duration.ofSeconds(30);

    private final String federation;
    private final Cache<Cluster> clusters;
    private final Cache<Policy> policies;
    private final Cache<Policy> globalPolicies;
    private final Bindings bindings;
    private final Templates templates;
    private final Members members;
    private final boolean defaultPropagation;
    private final Dependents dependents;

    /// @param federation its name
    /// @param defaultPropagation whether objects without a policy are propagated
    public BindingReconciler(
            String federation,
            Caches caches,
            Bindings bindings,
            Templates templates,
            Members members,
            boolean defaultPropagation) {
        this.federation = federation;
        this.clusters = caches.of(Cluster.KIND);
        this.policies = caches.of(Policy.PROPAGATION);
        this.globalPolicies = caches.of(Policy.GLOBAL_PROPAGATION);
        this.bindings = bindings;
        this.templates = templates;
        this.members = members;
        this.defaultPropagation = defaultPropagation;
        this.dependents = new Dependents(bindings, templates);
    }

    @Override
    public String name() {
        return "binding-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        templates.listen(again);
        bindings.listen((before, after) -> {
            Binding known = after == null ? before : after;
            if (known != null) {
                again.accept(known.key());
            }
        });
        dependents.connect(again);
        members.listen(key -> {
            if (bindings.find(key)
                    .filter(one -> one.isDeleting()
                            || !one.departing().isEmpty()
                            || !one.released().isEmpty())
                    .isPresent()) {
                again.accept(key);
            }
        });
        clusters.listen((before, after) -> {
            if (matters(before, after)) {
                all(again);
            }
        });
        Cache.Listener<Policy> listener = (before, after) -> all(again);
        policies.listen(listener);
        globalPolicies.listen(listener);
    }

    private void all(Consumer<Key> again) {
        templates.keys().forEach(again);
        bindings.forEach(binding -> again.accept(binding.key()));
    }

    private static boolean matters(@Nullable Cluster before, @Nullable Cluster after) {
        return before == null
                || after == null
                || before.isReady() != after.isReady()
                || before.isDeleting() != after.isDeleting()
                || !before.labels().equals(after.labels())
                || !before.spec().equals(after.spec())
                || !before.id().equals(after.id())
                || !before.status().path("apiEnablements").equals(after.status().path("apiEnablements"));
    }

    /// Whether the template is so new that clusters may not have reported their replicas yet.
    private static boolean isNew(Template template, Instant now) {
        return isYounger(template, PATIENCE, now);
    }

    private static boolean takesOver(Template template) {
        return template.annotation("work.karmada.io/conflict-resolution").equals("overwrite");
    }

    private static boolean isYounger(Template template, Duration age, Instant now) {
        return Texts.time(template.object().view().path("metadata").path("creationTimestamp"))
                .filter(created -> now.isBefore(created.plus(age)))
                .isPresent();
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Optional<Binding> binding = bindings.find(key);
        Optional<Template> template = templates.find(key);
        Orphans orphans = binding.isPresent()
                ? Orphans.NONE
                : template.map(one -> Orphans.find(one, federation, clusters.all(), members))
                        .orElse(Orphans.NONE);
        if (!orphans.unknown().isEmpty()
                && template.filter(one -> isNew(one, now)).isPresent()) {
            return Plan.builder().lookAgain(now.plus(PAUSE)).build();
        }
        boolean waitsForPolicy = defaultPropagation
                && binding.isEmpty()
                && template.filter(one -> takesOver(one) && isYounger(one, POLICY_PATIENCE, now))
                        .isPresent();
        Plan plan = BindingPlanner.plan(new BindingState(
                key,
                template,
                binding,
                key.namespace().isEmpty() ? List.of() : policies.in(key.namespace()),
                globalPolicies.all(),
                clusters.all(),
                binding.filter(Binding::isDeleting)
                        .map(one -> BindingDeletion.waitsFor(one, clusters, members))
                        .orElse(List.of()),
                binding.map(one -> BindingDeletion.departing(one, templates.kind(one), clusters, members))
                        .orElse(List.of()),
                binding.map(one -> BindingDeletion.released(one, templates.kind(one), clusters, members))
                        .orElse(List.of()),
                orphans.targets(),
                defaultPropagation && !waitsForPolicy,
                new Needs(dependents.of(key))));
        if (waitsForPolicy && plan.actions().isEmpty()) {
            return Plan.builder().lookAgain(now.plus(PAUSE)).build();
        }
        // No event tells when orphans that block the placement are gone.
        return orphans.targets().isEmpty() || !plan.actions().isEmpty() ? plan : plan.withLookAgain(now.plus(ORPHANED));
    }
}
