package dev.archipelago.federation.sync;

import static dev.archipelago.federation.testing.TestingObjects.read;
import static dev.archipelago.federation.testing.TestingObjects.template;
import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Step;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Wait;
import dev.archipelago.federation.render.Pods;
import dev.archipelago.federation.render.Rendered;
import dev.archipelago.federation.render.Renderer;
import dev.archipelago.federation.rollout.Pace;
import dev.archipelago.federation.sync.SyncPlanner.Decision;
import dev.archipelago.federation.workload.Template;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class SyncPlannerTest {
    private static final Key KEY = new Key("shop", "web-c1");
    private static final Pace.Permission ALL = new Pace.Permission(true, 3, Wait.NONE);
    private static final String SET = "{metadata: {uid: u1%s}, spec: {replicas: 5, template: {spec: {image: one}}}}";

    private final Template template = template("apps/v1 StatefulSet", SET.formatted(""));
    private final Kind<AnyObject> kind =
            AnyObject.kind(template.kind().type(), template.kind().resource(), true);

    private static Rendered render(Template template) {
        return new Renderer("sea")
                .render(template, Binding.Target.of("c1", OptionalInt.of(3)), "c1", object -> object, Pods.NEWEST);
    }

    private static Binding binding(String yaml) {
        ObjectNode tree = tree(yaml);
        Json.child(tree, "metadata").put("namespace", "shop").put("name", "web-statefulset");
        return read(Binding.KIND, tree);
    }

    /// The object as the member was given it, with further fields.
    private AnyObject given(String more) {
        ObjectNode tree = render(template).object().deepCopy();
        Json.child(tree, "metadata").put("uid", "in-member");
        merge(tree, tree(more));
        return read(kind, tree);
    }

    private static void merge(ObjectNode into, ObjectNode from) {
        from.properties().forEach(field -> {
            if (field.getValue() instanceof ObjectNode inner) {
                merge(Json.child(into, field.getKey()), inner);
            } else {
                into.set(field.getKey(), field.getValue());
            }
        });
    }

    private Decision wanting(String binding, Template wanted, Pace.Permission permission, Optional<AnyObject> there) {
        List<AnyObject> made =
                there.filter(object -> "u1".equals(object.meta().annotations().get(Names.TEMPLATE_UID))).stream()
                        .toList();
        return SyncPlanner.decide(new MemberState(
                "c1",
                "sea",
                "c1",
                binding(binding),
                kind,
                made,
                there,
                Optional.of(new MemberState.Wanted(wanted, render(wanted), permission))));
    }

    private Decision wanting(Pace.Permission permission, AnyObject there) {
        return wanting("{}", template, permission, Optional.of(there));
    }

    @ParameterizedTest
    @CsvSource({"c1, true", "an earlier one, false", "'', false"})
    void takesAwayOnlyWhatWasGivenInThisMembership(String membership, boolean goes) {
        AnyObject there = given("{metadata: {annotations: {archipelago.dev/membership: '%s'}}}".formatted(membership));
        assertThat(wantingNone("{}", there).plan().actions()).hasSize(goes ? 1 : 0);
        assertThat(wantingNone("{metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'}}", there)
                        .plan()
                        .actions())
                .hasSize(1);
    }

    private Decision wantingNone(String binding, AnyObject there) {
        return SyncPlanner.decide(new MemberState(
                "c1", "sea", "c1", binding(binding), kind, List.of(there), Optional.empty(), Optional.empty()));
    }

    private Action.Patch applied(boolean force) {
        return new Action.Patch(
                kind, KEY, "", new PatchBody.Apply(render(template).object()), force);
    }

    /// Preconditioned on the observed version: another control plane may have acted.
    private Action.Patch appliedTo(AnyObject there, Template wanted) {
        ObjectNode object = render(wanted).object();
        ((ObjectNode) object.path("metadata")).put("resourceVersion", Long.toString(there.resourceVersion()));
        return new Action.Patch(kind, KEY, "", new PatchBody.Apply(object), true);
    }

    @Test
    void makesWhatIsAbsentUnlessSomebodyElseHasMadeItSince() {
        Decision decision = wanting("{}", template, ALL, Optional.empty());
        assertThat(decision.plan().actions())
                .containsExactly(new Action.Confirm(kind, KEY, "", Fact.GONE), applied(false));
    }

    private Decision wantingIn(String clusterId, String held) {
        return SyncPlanner.decide(new MemberState(
                "c1",
                "sea",
                "",
                binding("{}"),
                kind,
                List.of(),
                Optional.empty(),
                Optional.of(new MemberState.Wanted(
                        template, render(template), ALL, clusterId, held, render(template), true))));
    }

    @Test
    void makesASetWithVolumesOnlyInTheClusterThatHasThem() {
        Kind<AnyObject> namespace = AnyObject.kind(GroupVersionKind.of("v1", "Namespace"), "namespaces", false);
        assertThat(wantingIn("id-1", "").plan().actions())
                .containsExactly(
                        new Action.Confirm(namespace, Key.global("kube-system"), "id-1", Fact.ALIVE),
                        new Action.Confirm(kind, KEY, "", Fact.GONE),
                        applied(false));
    }

    @Test
    void startsNothingWhereVolumesAreLostAndSomebodyWantsToBeAsked() {
        Decision decision = wantingIn("id-2", "cluster c1 was replaced");
        assertThat(decision.plan().actions()).isEmpty();
        assertThat(decision.problem()).isEqualTo("cluster c1 was replaced");
    }

    @Test
    void leavesAloneWhatIsAsItIsToBe() {
        assertThat(wanting(ALL, given("{}")).plan().steps()).isEmpty();
        assertThat(wanting(ALL, given("{metadata: {labels: {theirs: x}}, spec: {more: 1}, status: {replicas: 3}}"))
                        .plan()
                        .steps())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{spec: {replicas: 4}}",
                "{spec: {template: {spec: {image: two}}}}",
                "{metadata: {labels: {karmada.io/managed: 'no'}}}",
                "{metadata: {annotations: {archipelago.dev/rendered: other}}}",
            })
    void putsRightWhatHasDrifted(String drift) {
        assertThat(wanting(ALL, given(drift)).plan().actions()).containsExactly(appliedTo(given(drift), template));
    }

    @Test
    void leavesAloneWhatItDidNotMakeAndSaysSo() {
        for (AnyObject foreign : List.of(
                read(kind, "{metadata: {name: web-c1, namespace: shop}, spec: {replicas: 1}}"),
                given("{metadata: {annotations: {%s: lake}}}".formatted(Names.FEDERATION)))) {
            Decision decision = wanting(ALL, foreign);
            assertThat(decision.plan().actions()).isEmpty();
            assertThat(decision.problem())
                    .isEqualTo("cluster c1: StatefulSet shop/web-c1 is there and was not made"
                            + " by this federation; it is left alone");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // the policy | the template's own annotation | whether it is overwritten
                "{spec: {conflictResolution: Overwrite}} | '' | true",
                "{spec: {conflictResolution: Abort}} | '' | false",
                "{spec: {conflictResolution: Abort}} | overwrite | true",
                "{spec: {conflictResolution: Overwrite}} | abort | false",
            })
    void takesOverWhatItDidNotMakeWhenToldTo(String binding, String annotation, boolean takesOver) {
        String annotations = annotation.isEmpty()
                ? ""
                : ", annotations: {work.karmada.io/conflict-resolution: %s}".formatted(annotation);
        Template told = template("apps/v1 StatefulSet", SET.formatted(annotations));
        AnyObject foreign = read(kind, "{metadata: {name: web-c1, namespace: shop}, spec: {replicas: 1}}");
        Decision decision = wanting(binding, told, ALL, Optional.of(foreign));
        if (takesOver) {
            assertThat(decision.plan().actions()).containsExactly(appliedTo(foreign, told));
            assertThat(decision.problem()).isEmpty();
        } else {
            assertThat(decision.plan().actions()).isEmpty();
            assertThat(decision.problem()).isNotEmpty();
        }
    }

    /// As with local set `web` and global set `web-c1` in cluster c1.
    @ParameterizedTest
    @ValueSource(strings = {"{}", "{spec: {conflictResolution: Overwrite}}"})
    void neverTouchesWhatBelongsToAnotherTemplate(String binding) {
        AnyObject others = given("{metadata: {annotations: {%s: u2, %s: web-c1-statefulset}}, spec: {replicas: 1}}"
                .formatted(Names.TEMPLATE_UID, Names.BINDING_NAME));
        Decision decision = wanting(binding, template, ALL, Optional.of(others));
        assertThat(decision.plan().actions()).isEmpty();
        assertThat(decision.problem())
                .isEqualTo("cluster c1: StatefulSet shop/web-c1 is there and belongs to another"
                        + " object of the federation, that of binding web-c1-statefulset; it is left alone: give one of"
                        + " the two another name");
    }

    private AnyObject orphaned(String binding, String more) {
        ObjectNode tree = render(template).object().deepCopy();
        ObjectNode metadata = Json.child(tree, "metadata").put("uid", "in-member");
        metadata.remove("labels");
        metadata.putObject("annotations")
                .put(Names.ORPHANED, "{\"federation\":\"sea\",\"binding\":\"%s\"}".formatted(binding));
        merge(tree, tree(more));
        return read(kind, tree);
    }

    @Test
    void takesBackWhatAnEarlierTemplateOfItsNameLetGoAndChangesNothingElseOfIt() {
        for (AnyObject there : List.of(
                orphaned("web-statefulset", "{spec: {replicas: 1}}"),
                given("{metadata: {annotations: {%s: u0}}, spec: {replicas: 1}}".formatted(Names.TEMPLATE_UID)))) {
            Decision decision = wanting(ALL, there);
            Action.Patch patch = (Action.Patch) decision.plan().actions().getFirst();
            assertThat(decision.plan().actions()).hasSize(1);
            JsonNode body = ((PatchBody.Merge) patch.body()).patch();
            assertThat(body.propertyNames()).containsExactly("metadata");
            assertThat(body.at("/metadata/uid").asString()).isEqualTo("in-member");
            assertThat(body.at("/metadata/resourceVersion").asString())
                    .isEqualTo(Long.toString(there.resourceVersion()));
            JsonNode annotations = body.at("/metadata/annotations");
            assertThat(annotations.path(Names.TEMPLATE_UID).asString()).isEqualTo("u1");
            assertThat(annotations.path(Names.FEDERATION).asString()).isEqualTo("sea");
            assertThat(annotations.path(Names.ORPHANED).isNull()).isTrue();
        }
    }

    @Test
    void doesNotTakeBackWhatWasLetGoOfAnotherOrByAnotherFederation() {
        for (AnyObject there : List.of(
                orphaned("web-c1-statefulset", "{}"),
                orphaned(
                        "web-statefulset",
                        "{metadata: {annotations: {%s: '{\"federation\":\"lake\"}'}}}".formatted(Names.ORPHANED)),
                orphaned("web-statefulset", "{metadata: {annotations: {%s: nonsense}}}".formatted(Names.ORPHANED)))) {
            Decision decision = wanting(ALL, there);
            assertThat(decision.plan().actions()).isEmpty();
            assertThat(decision.problem()).contains("was not made by this federation");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{spec: {serviceName: other}} | spec.serviceName",
                "{spec: {volumeClaimTemplates: [{metadata: {name: data}}]}} | spec.volumeClaimTemplates",
                "{spec: {selector: {matchLabels: {a: b}}}} | spec.selector",
                "{spec: {podManagementPolicy: Parallel}} | spec.podManagementPolicy",
            })
    void saysWhatKeepsItFromTakingBackWhatCannotBeMadeToFit(String more, String field) {
        Decision decision = wanting(ALL, orphaned("web-statefulset", more));
        assertThat(decision.plan().actions()).isEmpty();
        assertThat(decision.problem())
                .contains("an earlier StatefulSet of this name, with another " + field)
                .contains("delete it there, or create this one with the same " + field);
    }

    @Test
    void waitsUntilWhatIsBeingDeletedIsGone() {
        AnyObject going = given("{metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'}, spec: {replicas: 1}}");
        assertThat(wanting(ALL, going).plan().steps()).isEmpty();
        assertThat(wantingNone("{}", going).plan().steps()).isEmpty();
    }

    @Test
    void makesNothingThatMayNotBeThereYet() {
        Pace.Permission notYet =
                new Pace.Permission(false, 0, new Wait("ClusterProgressing", "c0", "c0 has no replicas yet"));
        assertThat(wanting("{}", template, notYet, Optional.empty()).plan().steps())
                .isEmpty();
    }

    @Test
    void changesOnlyTheNumberOfReplicasWhileNewPodsAreHeldBack() {
        AnyObject old = given("{metadata: {annotations: {archipelago.dev/revision: old}},"
                + " spec: {replicas: 2, template: {spec: {image: zero}}}}");
        Action.Patch patch = (Action.Patch) heldBack(old).plan().actions().getFirst();
        assertThat(patch.key()).isEqualTo(KEY);
        assertThat(patch.body())
                .hasToString("Merge[patch={\"metadata\":{\"uid\":\"in-member\","
                        + "\"annotations\":{\"archipelago.dev/rendered\":null},\"resourceVersion\":\""
                        + old.resourceVersion()
                        + "\"},\"spec\":{\"replicas\":3}}]");
        AnyObject sized = given("{spec: {template: {spec: {image: zero}}}}");
        assertThat(heldBack(sized).plan().steps()).isEmpty();
    }

    private Decision heldBack(AnyObject there) {
        return SyncPlanner.decide(new MemberState(
                "c1",
                "sea",
                "c1",
                binding("{}"),
                kind,
                List.of(there),
                Optional.of(there),
                Optional.of(new MemberState.Wanted(template, render(template), ALL, "", "", render(template), false))));
    }

    /// The set goes last, so that waiting for it is waiting for its pods.
    private Action withItsPods(AnyObject set) {
        return new Action.Delete(
                kind,
                set.key(),
                new DeleteOptions(
                        false, Optional.empty(), Optional.of(DeleteOptions.Propagation.FOREGROUND), set.uid(), ""));
    }

    @Test
    void deletesWhatIsNoTargetAnyMore() {
        assertThat(wantingNone("{}", given("{}")).plan().actions()).containsExactly(withItsPods(given("{}")));
    }

    @Test
    void deletesWhatWentByAnotherName() {
        AnyObject other = given("{metadata: {name: web, uid: other}}");
        Decision decision = SyncPlanner.decide(new MemberState(
                "c1",
                "sea",
                "c1",
                binding("{}"),
                kind,
                List.of(other, given("{}")),
                Optional.of(given("{}")),
                Optional.of(new MemberState.Wanted(template, render(template), ALL))));
        assertThat(decision.plan().actions()).containsExactly(withItsPods(other));
    }

    @Test
    void deletesAllOfABindingThatIsBeingDeleted() {
        assertThat(wantingNone("{metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'}}", given("{}"))
                        .plan()
                        .actions())
                .containsExactly(withItsPods(given("{}")));
    }

    @Test
    void letsGoOfWhatIsToBeKeptWhenTheBindingIsDeleted() {
        Decision decision = wantingNone(
                "{metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'},"
                        + " spec: {preserveResourcesOnDeletion: true, clusters: [{name: c1}]}}",
                given("{}"));
        assertThat(decision.plan().actions()).hasSize(1);
        Action.Patch patch = (Action.Patch) decision.plan().actions().getFirst();
        assertThat(patch.key()).isEqualTo(KEY);
        JsonNode metadata = ((PatchBody.Merge) patch.body()).patch().path("metadata");
        assertThat(metadata.path("uid").asString()).isEqualTo("in-member");
        // All marks are removed but the revision, and the orphan mark is added.
        JsonNode given = render(template).object().path("metadata");
        ObjectNode marks = (ObjectNode) given.path("annotations");
        marks.put(Names.APPLIED_OVERRIDES, "").put(Names.APPLIED_CLUSTER_OVERRIDES, "");
        assertThat(metadata.path("labels").propertyNames())
                .containsExactlyInAnyOrderElementsOf(given.path("labels").propertyNames());
        marks.remove(Names.REVISION);
        ObjectNode annotations = (ObjectNode) metadata.path("annotations");
        assertThat(annotations.remove(Names.ORPHANED).asString())
                .isEqualTo("{\"federation\":\"sea\",\"binding\":\"web-statefulset\"}");
        assertThat(annotations.propertyNames()).containsExactlyInAnyOrderElementsOf(marks.propertyNames());
        assertThat(annotations).allMatch(JsonNode::isNull);
    }

    @Test
    void deletesWhatIsNoTargetAnyMoreThoughItWouldBeKeptIfTheTemplateWent() {
        assertThat(wantingNone("{spec: {preserveResourcesOnDeletion: true}}", given("{}"))
                        .plan()
                        .actions())
                .containsExactly(withItsPods(given("{}")));
    }

    @Test
    void doesNotKeepWhatWasMovedElsewhere() {
        Decision decision = wantingNone(
                "{metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'},"
                        + " spec: {preserveResourcesOnDeletion: true, clusters: [{name: c2}]}}",
                given("{}"));
        assertThat(decision.plan().actions()).containsExactly(withItsPods(given("{}")));
    }

    private static List<String> repairs(Decision decision) {
        return decision.plan().steps().stream()
                .filter(Step.Do.class::isInstance)
                .map(step -> ((Step.Do) step).events().success())
                .flatMap(Optional::stream)
                .filter(note -> note.reason().equals("DriftRepaired"))
                .map(EventNote::message)
                .toList();
    }

    @Test
    void tellsWhichFieldsSomebodyElseHadChanged() {
        Decision decision =
                wanting(ALL, given("{metadata: {labels: {karmada.io/managed: 'no'}}, spec: {replicas: 9}}"));
        assertThat(repairs(decision))
                .containsExactly("cluster c1: StatefulSet shop/web-c1 was changed there, and is put back as it was:"
                        + " metadata.labels[karmada.io/managed], spec.replicas");
    }

    @Test
    void tellsThatSomebodyElseHadChangedANumberThatIsTakenBackInSteps() {
        Pace.Permission step = new Pace.Permission(true, 8, Wait.NONE);
        Rendered next = new Renderer("sea")
                .render(template, Binding.Target.of("c1", OptionalInt.of(8)), "c1", object -> object, Pods.NEWEST);
        AnyObject scaled = given("{spec: {replicas: 9}}");
        Decision decision = SyncPlanner.decide(new MemberState(
                "c1",
                "sea",
                "c1",
                binding("{}"),
                kind,
                List.of(scaled),
                Optional.of(scaled),
                Optional.of(new MemberState.Wanted(template, next, step, "", "", render(template), true))));
        assertThat(repairs(decision)).singleElement().asString().endsWith(": spec.replicas");
    }

    @Test
    void whatIsOtherwiseBecauseSomethingElseIsWantedByNowWasNotChangedByAnybody() {
        AnyObject earlier =
                given("{metadata: {annotations: {archipelago.dev/rendered: earlier}}, spec: {replicas: 9}}");
        assertThat(wanting(ALL, earlier).plan().actions()).hasSize(1);
        assertThat(repairs(wanting(ALL, earlier))).isEmpty();
        AnyObject resized = given("{metadata: {annotations: {archipelago.dev/rendered: ''}}, spec: {replicas: 9}}");
        assertThat(repairs(wanting(ALL, resized))).isEmpty();
        assertThat(repairs(wanting("{}", template, ALL, Optional.empty()))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'clusterName: c1, applied: true', 4, true",
        "'clusterName: c1, applied: true', 3, false",
        "'clusterName: c1, applied: false', 4, false",
        "'clusterName: c2, applied: true', 4, false",
        "'clusterName: c1, applied: true, waitsFor: {reason: BeingDeleted, message: m}', 4, false"
    })
    void tellsThatSomebodyElseHadDeletedWhatWasThere(String known, int seen, boolean told) {
        Decision decision = wanting(
                "{metadata: {generation: 4}, status: {schedulerObservedGeneration: %d, aggregatedStatus: [{%s}]}}"
                        .formatted(seen, known),
                template,
                ALL,
                Optional.empty());
        assertThat(repairs(decision))
                .isEqualTo(
                        told
                                ? List.of("cluster c1: StatefulSet shop/web-c1 was deleted there, and is made again")
                                : List.of());
    }
}
