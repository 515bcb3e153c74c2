package dev.archipelago.federation.bind;

import static dev.archipelago.federation.testing.TestingObjects.cluster;
import static dev.archipelago.federation.testing.TestingObjects.template;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.testing.TestingObjects;
import dev.archipelago.federation.workload.Template;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The binding after a cluster was replaced by another of its name.
class LostVolumesTest {
    private static Template set(String annotations, String claims) {
        return template(
                "apps/v1 StatefulSet",
                "{metadata: {annotations: {%s}}, spec: {replicas: 2, volumeClaimTemplates: %s}}"
                        .formatted(annotations, claims));
    }

    private static Template set(String annotations) {
        return set(annotations, "[{metadata: {name: data}}]");
    }

    private static Cluster c1(String id) {
        return cluster("c1", "{status: {id: '%s', conditions: [{type: Ready, status: 'True'}]}}".formatted(id));
    }

    private static Situation placed(Template set) {
        Situation situation = new Situation(set, "c1", "c2");
        situation.replace(c1("aaaaaaaa-1"));
        assertThat(situation.act()).isEqualTo("c1=1 c2=1");
        return situation;
    }

    private static void write(Situation situation, Plan plan) {
        plan.actions()
                .forEach(action ->
                        situation.binding = TestingObjects.read(Binding.KIND, ((Action.Update) action).object()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: b", "archipelago.dev/lost-volumes: Hold"})
    void aClusterThatIsAnotherIsToldOnceAndUntilSomebodyAcceptsIt(String annotations) {
        Situation situation = placed(set(annotations));
        assertThat(situation.bound().volumeClusterIds()).containsEntry("c1", "aaaaaaaa-1");

        situation.replace(c1("bbbbbbbb-2"));
        Plan plan = situation.plan();
        assertThat(plan.steps().toString())
                .contains("VolumesLost")
                .contains("archipelago.dev/lost-volumes-accepted=c1/bbbbbbbb");
        write(situation, plan);
        assertThat(situation.plan().steps()).isEmpty();
        assertThat(situation.targets()).isEqualTo("c1=1 c2=1");
        assertThat(situation.bound().replacedBy()).containsEntry("c1", "bbbbbbbb-2");
        assertThat(situation.bound().volumeClusterIds()).containsEntry("c1", "aaaaaaaa-1");
        assertThat(situation.reasons()).contains("cluster c1 was replaced");

        situation.template = set(annotations + ", archipelago.dev/lost-volumes-accepted: c1/bbbbbbbb");
        situation.act();
        assertThat(situation.bound().replacedBy()).isEmpty();
        assertThat(situation.bound().volumeClusterIds()).containsEntry("c1", "bbbbbbbb-2");

        situation.replace(c1("cccccccc-3"));
        assertThat(situation.plan().steps().toString()).contains("VolumesLost");
    }

    @ParameterizedTest
    @CsvSource({"aaaaaaaa-1", "''"})
    void theSameClusterOrOneOfWhichNothingIsKnownIsNoLoss(String id) {
        Situation situation = placed(set("a: b"));
        situation.replace(c1(id));
        assertThat(situation.plan().steps()).isEmpty();
    }

    @Test
    void aSetWithoutVolumesLosesNone() {
        Situation situation = placed(set("a: b", "[]"));
        situation.replace(c1("bbbbbbbb-2"));
        assertThat(situation.plan().steps()).isEmpty();
    }

    @Test
    void acceptingOneLossAcceptsNoOther() {
        Situation situation = placed(set("archipelago.dev/lost-volumes-accepted: 'c2/bbbbbbbb,c1/cccccccc'"));
        situation.replace(c1("bbbbbbbb-2"));
        assertThat(situation.plan().steps().toString()).contains("VolumesLost");
    }
}
