package dev.archipelago.federation.bind;

import static dev.archipelago.federation.testing.TestingObjects.cluster;
import static dev.archipelago.federation.testing.TestingObjects.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Json;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.workload.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// An object, its binding, and the input of the planner, all of which tests may change.
public final class Situation {
    @Nullable
    Template template;

    @Nullable
    Binding binding;

    List<Policy> policies = List.of();
    List<Policy> globalPolicies = List.of();
    List<Cluster> clusters = new ArrayList<>();
    List<String> waitingFor = List.of();
    List<String> haveNothing = List.of();
    List<Binding.Target> orphans = List.of();
    boolean byDefault = true;

    private final Template first;

    Situation(Template template, String... clusters) {
        this.template = template;
        first = template;
        Stream.of(clusters).forEach(name -> this.clusters.add(cluster(name)));
    }

    Plan plan() {
        return BindingPlanner.plan(new BindingState(
                first.bindingKey(),
                Optional.ofNullable(template),
                Optional.ofNullable(binding),
                policies,
                globalPolicies,
                clusters,
                waitingFor,
                departing(),
                released(),
                binding == null ? orphans : List.of(),
                byDefault,
                new Needs(List.of())));
    }

    private List<String> released() {
        return binding == null
                ? List.of()
                : binding.released().stream()
                        .filter(cluster -> !haveNothing.contains(cluster))
                        .toList();
    }

    private List<String> departing() {
        return binding == null
                ? List.of()
                : binding.departing().stream()
                        .filter(cluster -> !haveNothing.contains(cluster))
                        .toList();
    }

    /// Carries out the plan, and checks that the next one is empty.
    String act() {
        for (Action action : plan().actions()) {
            binding = switch (action) {
                case Action.Create create -> stored(create.object());
                case Action.Update update -> stored(update.object());
                case Action.Confirm _ -> binding;
                default -> throw new AssertionError(action);
            };
        }
        assertThat(plan().steps()).isEmpty();
        return targets();
    }

    private Binding stored(ObjectNode object) {
        return read(Binding.kindFor(first.object().key()), object);
    }

    /// Such as `c1=2 c2=1`, or without numbers for kinds without replicas; `-` for no binding.
    String targets() {
        return binding == null
                ? "-"
                : binding.targets().stream()
                        .map(target -> target.cluster()
                                + target.replicas().stream()
                                        .mapToObj(number -> "=" + number)
                                        .collect(Collectors.joining())
                                + target.start().stream()
                                        .mapToObj(number -> "@" + number)
                                        .collect(Collectors.joining())
                                + target.completions().stream()
                                        .mapToObj(number -> "/" + number)
                                        .collect(Collectors.joining()))
                        .collect(Collectors.joining(" "));
    }

    Binding bound() {
        assertThat(binding).isNotNull();
        return Objects.requireNonNull(binding);
    }

    String reasons() {
        ObjectNode reasons = Json.object();
        if (!bound().schedulingFailure().isEmpty()) {
            reasons.put("", bound().schedulingFailure());
        }
        bound().reasons().forEach(reasons::put);
        return reasons.toString();
    }

    void replace(Cluster changed) {
        clusters.replaceAll(known -> known.name().equals(changed.name()) ? changed : known);
    }
}
