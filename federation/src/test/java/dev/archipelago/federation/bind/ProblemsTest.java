package dev.archipelago.federation.bind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.match.TestingTemplates;
import dev.archipelago.federation.testing.TestingObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Invalid policies and annotations leave the binding as it is.
class ProblemsTest {
    private static Plan plan(String annotations, List<Policy> policies, boolean bound) {
        Binding binding = TestingTemplates.read(Binding.KIND, """
                metadata: {namespace: shop, name: web-deployment, uid: b}
                spec:
                  resource: {apiVersion: apps/v1, kind: Deployment, namespace: shop, name: web, uid: u}
                  clusters: [{name: old, replicas: 3}]
                """);
        return BindingPlanner.plan(new BindingState(
                new Key("shop", "web-deployment"),
                Optional.of(TestingTemplates.template("""
                        apiVersion: apps/v1
                        kind: Deployment
                        metadata: {namespace: shop, name: web, uid: u, annotations: %s}
                        spec: {replicas: 3}
                        """.formatted(annotations))),
                bound ? Optional.of(binding) : Optional.empty(),
                policies,
                List.of(),
                List.of(TestingTemplates.read(
                        Cluster.KIND, "{metadata: {name: c1}, status: {conditions: [{type: Ready, status: 'True'}]}}")),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                true,
                new Needs(List.of())));
    }

    /// Whether a plan changes nothing in the binding but the problem.
    private static boolean placesNothing(Plan plan, boolean bound) {
        for (Action action : plan.actions()) {
            Binding after = TestingObjects.read(Binding.KIND, ((Action.Update) action).object());
            assertThat(after.targets().toString()).contains("old").contains("3").doesNotContain("c1");
            String problem = after.schedulingFailure();
            assertThat(events(plan)).containsExactly("ScheduleBindingFailed web: " + problem);
        }
        return plan.actions().size() == (bound ? 1 : 0);
    }

    private static Policy policy(String selector, String placement) {
        return TestingTemplates.read(Policy.PROPAGATION, """
                metadata: {namespace: shop, name: p}
                spec: {resourceSelectors: [{apiVersion: apps/v1, kind: Deployment%s}], placement: %s}
                """.formatted(selector, placement));
    }

    private static List<String> events(Plan plan) {
        List<String> events = new ArrayList<>();
        for (Step step : plan.steps()) {
            if (step instanceof Step.Say(EventNote note)) {
                assertThat(note.warning()).isTrue();
                events.add(note.reason() + " " + note.about().name() + ": " + note.message());
            }
        }
        return events;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '' | {spreadConstraints: [{spreadByField: cluster, minGroups: 3, maxGroups: 2}]} | spec.placement.spreadConstraints[0].maxGroups: Invalid value
            '' | {spreadConstraints: [{spreadByField: region}]} | spec.placement.spreadConstraints: Required value
            '' | {clusterAffinity: {labelSelector: {matchExpressions: [{key: a, operator: Near}]}}} | spec.placement.clusterAffinity.labelSelector: Invalid value
            '' | {clusterAffinity: {fieldSelector: {matchExpressions: [{key: sea, operator: In, values: [a]}]}}} | spec.placement.clusterAffinity.fieldSelector.matchExpressions[0].key: Unsupported value: "sea"
            '' | {clusterTolerations: [{key: a, operator: Perhaps}]} | spec.placement.clusterTolerations[0].operator: Unsupported value: "Perhaps"
            ', labelSelector: {matchExpressions: [{key: a, operator: In}]}' | {} | spec.resourceSelectors[0].labelSelector: Invalid value
            """)
    void ofPolicies(String selector, String placement, String problem) {
        for (boolean bound : new boolean[] {false, true}) {
            Plan plan = plan("{}", List.of(policy(selector, placement)), bound);
            assertThat(placesNothing(plan, bound)).isTrue();
            assertThat(events(plan))
                    .singleElement()
                    .asString()
                    .startsWith("ScheduleBindingFailed web: PropagationPolicy.policy.karmada.io \"p\" is invalid: "
                            + problem);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            federation.alpha.kubernetes.io/cluster-selector: '[{"key": "a", "operator": "near"}]'
            federation.alpha.kubernetes.io/cluster-selector: 'a=b'
            federation.kubernetes.io/deployment-preferences: '{"clusters": {"*": {"weight": -1}}}'
            federation.kubernetes.io/deployment-preferences: 'all'
            """, quoteCharacter = '`')
    void ofAnnotations(String annotation) {
        String name = annotation.substring(0, annotation.indexOf(':'));
        for (boolean bound : new boolean[] {false, true}) {
            Plan plan = plan("{" + annotation + "}", List.of(), bound);
            assertThat(placesNothing(plan, bound)).isTrue();
            assertThat(events(plan))
                    .singleElement()
                    .asString()
                    .startsWith("ScheduleBindingFailed web: ")
                    .contains("metadata.annotations[" + name + "]: Invalid value: ");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatMeansSomethingIsDone(boolean byPolicy) {
        Plan plan = plan("{}", byPolicy ? List.of(policy("", "{}")) : List.of(), true);
        assertThat(plan.actions()).last().isInstanceOf(Action.Update.class);
        assertThat(plan.steps())
                .filteredOn(Step.Say.class::isInstance)
                .noneMatch(step -> ((Step.Say) step).note().warning());
    }
}
