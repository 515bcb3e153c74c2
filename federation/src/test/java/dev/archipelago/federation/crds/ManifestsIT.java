package dev.archipelago.federation.crds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.patch.JsonPatch;
import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import dev.archipelago.model.crds.Manifests;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The federation's CustomResourceDefinitions on our API server.
@ExtendWith(OwnServer.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class ManifestsIT {
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String STRICT = "?fieldValidation=Strict";

    private final TestingClient client;

    /// A test object made from an example.
    record Sample(String definition, ObjectNode object, String path) {
        static Sample of(String definition, ObjectNode object, boolean namespaced) {
            String plural = definition.substring(0, definition.indexOf('.'));
            String scope = namespaced ? "/namespaces/default/" : "/";
            return new Sample(definition, object, "/apis/" + Json.text(object, "apiVersion") + scope + plural);
        }

        String name() {
            return Json.text(object.path("metadata"), "name");
        }

        @Override
        public String toString() {
            return definition;
        }
    }

    ManifestsIT(TestingApiServer server) {
        client = server.admin();
    }

    static List<Sample> samples() {
        return List.of(
                Sample.of("clusters.cluster.karmada.io", Examples.CLUSTER, false),
                Sample.of("propagationpolicies.policy.karmada.io", Examples.PROPAGATION, true),
                Sample.of(
                        "clusterpropagationpolicies.policy.karmada.io",
                        Examples.clusterWide(Examples.PROPAGATION),
                        false),
                Sample.of("overridepolicies.policy.karmada.io", Examples.OVERRIDE, true),
                Sample.of("clusteroverridepolicies.policy.karmada.io", Examples.clusterWide(Examples.OVERRIDE), false),
                Sample.of("resourcebindings.work.karmada.io", Examples.BINDING, true),
                Sample.of("clusterresourcebindings.work.karmada.io", Examples.clusterWide(Examples.BINDING), false));
    }

    @BeforeAll
    void define() throws InterruptedException {
        for (String name : Manifests.names()) {
            Answer made = client.post(
                    DEFINITIONS + STRICT, Examples.tree(Manifests.text(name)).toString());
            assertThat(made.code()).as(made.text()).isEqualTo(201);
        }
        for (Sample sample : samples()) {
            while (client.get(sample.path()).code() != 200 || !isEstablished(sample.definition())) {
                Thread.sleep(10);
            }
        }
    }

    private boolean isEstablished(String definition) {
        return client.get(DEFINITIONS + '/' + definition)
                .json()
                .at("/status/conditions")
                .valueStream()
                .anyMatch(condition -> Json.text(condition, "type").equals("Established")
                        && Json.text(condition, "status").equals("True"));
    }

    @Test
    void thereIsAnExampleOfEachKind() {
        assertThat(samples()).extracting(Sample::definition).containsExactlyElementsOf(Manifests.names());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void definitionsAreWithoutFault(Sample sample) {
        JsonNode definition =
                client.get(DEFINITIONS + '/' + sample.definition()).json();
        assertThat(definition.at("/status/conditions").valueStream().map(condition -> Json.text(condition, "type")))
                .containsExactly("NamesAccepted", "Established");
        assertThat(definition.at("/metadata/name").asString()).isEqualTo(sample.definition());
        assertThat(definition.at("/status/acceptedNames")).isEqualTo(definition.at("/spec/names"));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void wholeExamplesAreTakenAndKeptWhole(Sample sample) {
        ObjectNode object = named(sample, "whole-" + sample.name());
        Answer made = client.post(sample.path() + STRICT, object.toString());
        assertThat(made.code()).as(made.text()).isEqualTo(201);
        assertContains(made.json().path("spec"), object.path("spec"));
        if (object.has("status")) {
            String path = sample.path() + '/' + Json.text(object.path("metadata"), "name");
            assertThat(made.json().has("status")).isFalse();
            Answer updated = client.merge(path + "/status" + STRICT, status(object));
            assertThat(updated.code()).as(updated.text()).isEqualTo(200);
            assertThat(updated.json().path("status").toString())
                    .isEqualTo(object.path("status").toString());
        }
        assertThat(client.delete(sample.path() + "/whole-" + sample.name()).code())
                .isEqualTo(200);
    }

    /// All fields that were sent are there; there may be defaults in addition.
    private static void assertContains(JsonNode actual, JsonNode sent) {
        if (sent.isObject()) {
            sent.forEachEntry((key, value) -> assertContains(actual.path(key), value));
        } else if (sent.isArray()) {
            assertThat(actual.size()).isEqualTo(sent.size());
            for (int i = 0; i < sent.size(); i++) {
                assertContains(actual.path(i), sent.path(i));
            }
        } else {
            assertThat(actual.toString()).isEqualTo(sent.toString());
        }
    }

    static Stream<String> defaults() {
        String policy = """
                /spec/priority = 0
                /spec/preemption = "Never"
                /spec/schedulerName = "default-scheduler"
                /spec/conflictResolution = "Abort"
                /spec/failover/application/decisionConditions/tolerationSeconds = 300
                /spec/failover/application/purgeMode = "Gracefully"
                /spec/failover/application/maxHistory = 5
                /spec/failover/cluster/purgeMode = "Directly"
                /spec/placement/replicaScheduling/replicaSchedulingType = "Divided"
                /spec/placement/spreadConstraints/0/minGroups = 1
                /spec/placement/spreadConstraints/1/minGroups = 2
                """;
        String binding = """
                /spec/conflictResolution = "Abort"
                /spec/schedulePriority/priority = 0
                /spec/failover/application/decisionConditions/tolerationSeconds = 0
                /spec/failover/application/purgeMode = "Gracefully"
                /spec/failover/application/maxHistory = 5
                /spec/placement/replicaScheduling/replicaSchedulingType = "Divided"
                """;
        return Stream.of(
                        each("propagationpolicies", policy),
                        each("clusterpropagationpolicies", policy),
                        each("resourcebindings", binding),
                        each("clusterresourcebindings", binding))
                .flatMap(lines -> lines);
    }

    private static Stream<String> each(String plural, String lines) {
        return lines.lines().map(line -> plural + ' ' + line);
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void defaultsAreSet(String line) {
        String[] words = line.split(" ");
        Sample sample = sample(words[0]);
        Answer made = client.post(
                sample.path() + "?dryRun=All", named(sample, "defaulted").toString());
        assertThat(made.json().at(words[1]).toString()).as(made.text()).isEqualTo(words[3]);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            clusters | /metadata/name | "a.b" | metadata.name must be a DNS label
            clusters | /metadata/name | "0123456789012345678901234567890123456789012345678901234567890123" | metadata.name must be a DNS label
            clusters | /spec/syncMode | "Both" | spec.syncMode: Unsupported value: "Both"
            clusters | /spec/syncMode | | spec.syncMode: Required value
            clusters | /spec/secretRef/name | | spec.secretRef.name: Required value
            clusters | /spec/taints/0/effect | "Never" | spec.taints[0].effect: Unsupported value
            clusters | /spec/taints/0/timeAdded | "today" | spec.taints[0].timeAdded
            clusters | /spec/resourceModels/0/ranges/1/max | "4 GB" | spec.resourceModels[0].ranges[1].max
            clusters | /spec/resourceModels/0/grade | -1 | spec.resourceModels[0].grade
            clusters | /spec/zones | "north" | spec.zones
            propagationpolicies | /spec/resourceSelectors | [] | spec.resourceSelectors
            propagationpolicies | /spec/resourceSelectors | | spec.resourceSelectors: Required value
            propagationpolicies | /spec/resourceSelectors/0/kind | | spec.resourceSelectors[0].kind: Required value
            propagationpolicies | /spec/propagateDeps | false | spec.propagateDeps: Invalid value: failover.application needs propagateDeps
            propagationpolicies | /spec/preemption | "Sometimes" | spec.preemption: Unsupported value
            propagationpolicies | /spec/conflictResolution | "Merge" | spec.conflictResolution: Unsupported value
            propagationpolicies | /spec/activationPreference | "Eager" | spec.activationPreference: Unsupported value
            propagationpolicies | /spec/priority | "high" | spec.priority
            propagationpolicies | /spec/suspension/dispatching | true | spec.suspension: Invalid value: dispatching and dispatchingOnClusters exclude each other
            propagationpolicies | /spec/schedulePriority/priorityClassSource | "PodPriorityClass" | spec.schedulePriority.priorityClassSource
            propagationpolicies | /spec/failover/application/decisionConditions | | spec.failover.application.decisionConditions: Required value
            propagationpolicies | /spec/failover/application/decisionConditions/tolerationSeconds | -1 | spec.failover.application.decisionConditions.tolerationSeconds
            propagationpolicies | /spec/failover/application/gracePeriodSeconds | 0 | spec.failover.application.gracePeriodSeconds
            propagationpolicies | /spec/failover/application/purgeMode | "Directly" | gracePeriodSeconds goes only with the purgeMode Gracefully
            propagationpolicies | /spec/failover/application/maxHistory | -1 | spec.failover.application.maxHistory
            propagationpolicies | /spec/failover/application/statePreservation/rules | [] | spec.failover.application.statePreservation.rules
            propagationpolicies | /spec/failover/application/statePreservation/rules/0/aliasLabelName | "job id" | rules[0].aliasLabelName
            propagationpolicies | /spec/failover/application/statePreservation/rules/0/jsonPath | | rules[0].jsonPath: Required value
            propagationpolicies | /spec/failover/cluster/purgeMode | "Never" | spec.failover.cluster.purgeMode: Unsupported value
            propagationpolicies | /spec/placement/clusterAffinity | {} | spec.placement: Invalid value: clusterAffinity and clusterAffinities exclude each other
            propagationpolicies | /spec/placement/clusterAffinities/1/affinityName | "near" | spec.placement.clusterAffinities[1]: Duplicate value
            propagationpolicies | /spec/placement/clusterAffinities/1/affinityName | "" | spec.placement.clusterAffinities[1].affinityName
            propagationpolicies | /spec/placement/clusterAffinities/1/affinityName | "a23456789012345678901234567890123" | spec.placement.clusterAffinities[1].affinityName: Too long
            propagationpolicies | /spec/placement/clusterAffinities/0/fieldSelector/matchExpressions/0/key | "country" | matchExpressions[0].key: Unsupported value
            propagationpolicies | /spec/placement/clusterAffinities/0/fieldSelector/matchExpressions/0/operator | "Gt" | matchExpressions[0].operator: Unsupported value
            propagationpolicies | /spec/placement/replicaScheduling/replicaDivisionPreference | "Weighted" | spec.placement: Invalid value: overflowAffinities need
            propagationpolicies | /spec/placement/replicaScheduling/replicaSchedulingType | "Copied" | spec.placement.replicaScheduling.replicaSchedulingType
            propagationpolicies | /spec/placement/replicaScheduling/weightPreference/staticWeightList/0/weight | 0 | staticWeightList[0].weight
            propagationpolicies | /spec/placement/replicaScheduling/weightPreference/dynamicWeight | "Luck" | weightPreference.dynamicWeight: Unsupported value
            propagationpolicies | /spec/placement/clusterTolerations/0/operator | "Lt" | spec.placement.clusterTolerations[0].operator: Unsupported value
            propagationpolicies | /spec/placement/spreadConstraints/0 | {"spreadByField":"zone"} | spec.placement: Invalid value: spreadConstraints by region
            propagationpolicies | /spec/placement/spreadConstraints/1/minGroups | 3 | spec.placement.spreadConstraints[1]: Invalid value: minGroups must not be greater
            propagationpolicies | /spec/placement/spreadConstraints/1/spreadByLabel | "rack" | spec.placement.spreadConstraints[1]: Invalid value: spreadByField and spreadByLabel
            propagationpolicies | /spec/placement/workloadAffinity/antiAffinity | {} | groupByLabelKey: Required value
            overridepolicies | /spec/targetCluster | {} | spec.overrideRules: Invalid value: overrideRules replaces targetCluster
            overridepolicies | /spec/overriders/plaintext | [] | spec.overrideRules: Invalid value: overrideRules replaces targetCluster
            overridepolicies | /spec/overrideRules/0/overriders | | spec.overrideRules[0].overriders: Required value
            overridepolicies | /spec/overrideRules/0/overriders/imageOverrider/0/component | "Name" | imageOverrider[0].component: Unsupported value
            overridepolicies | /spec/overrideRules/0/overriders/imageOverrider/0/operator | "set" | imageOverrider[0].operator: Unsupported value
            overridepolicies | /spec/overrideRules/0/overriders/imageOverrider/1/predicate/path | "spec/image" | imageOverrider[1].predicate.path
            overridepolicies | /spec/overrideRules/0/overriders/commandOverrider/0/operator | "replace" | commandOverrider[0].operator: Unsupported value
            overridepolicies | /spec/overrideRules/0/overriders/argsOverrider/0/containerName | | argsOverrider[0].containerName: Required value
            overridepolicies | /spec/overrideRules/0/overriders/labelsOverrider/0/value | | labelsOverrider[0].value: Required value
            overridepolicies | /spec/overrideRules/0/overriders/annotationsOverrider/0/value/a | 1 | annotationsOverrider[0].value.a
            overridepolicies | /spec/overrideRules/0/overriders/fieldOverrider/0/yaml | [] | fieldOverrider[0]: Invalid value: json and yaml exclude each other
            overridepolicies | /spec/overrideRules/0/overriders/fieldOverrider/0/json/0/operator | "test" | json[0].operator: Unsupported value
            overridepolicies | /spec/overrideRules/0/overriders/plaintext/0/operator | "move" | plaintext[0].operator: Unsupported value
            resourcebindings | /spec/resource/name | | spec.resource.name: Required value
            resourcebindings | /spec/replicas | -1 | spec.replicas
            resourcebindings | /spec/clusters/1/name | "member1" | spec.clusters[1]: Duplicate value
            resourcebindings | /spec/clusters/0/ordinals/start | -1 | spec.clusters[0].ordinals.start
            resourcebindings | /spec/components/0/name | "a23456789012345678901234567890123" | spec.components[0].name: Too long
            resourcebindings | /spec/replicaRequirements/resourceRequest/cpu | "much" | spec.replicaRequirements.resourceRequest.cpu
            resourcebindings | /spec/gracefulEvictionTasks/0/reason | "not a word" | spec.gracefulEvictionTasks[0].reason
            resourcebindings | /spec/gracefulEvictionTasks/0/producer | | spec.gracefulEvictionTasks[0].producer: Required value
            resourcebindings | /spec/gracefulEvictionTasks/0/gracePeriodSeconds | 5 | gracePeriodSeconds and suppressDeletion exclude each other
            resourcebindings | /spec/placement/clusterAffinities | [{"affinityName":"a"}] | spec.placement: Invalid value: clusterAffinity and clusterAffinities
            """)
    void badOnesAreRefusedAndTheFieldIsNamed(String plural, String pointer, String value, String complaint) {
        Sample sample = sample(plural);
        assertRefused(sample, edited(named(sample, "bad"), pointer, value), complaint);
        if (!plural.equals("clusters")) {
            Sample wide = sample("cluster" + plural);
            assertRefused(wide, edited(named(wide, "bad"), pointer, value), complaint);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            clusters | /status/conditions/0/status | "Maybe" | status.conditions[0].status: Unsupported value
            clusters | /status/resourceSummary/allocated/cpu | "much" | status.resourceSummary.allocated.cpu
            resourcebindings | /status/aggregatedStatus/0/health | "Fine" | status.aggregatedStatus[0].health: Unsupported value
            resourcebindings | /status/failoverHistory/0/reason | "Whim" | status.failoverHistory[0].reason: Unsupported value
            resourcebindings | /status/failoverHistory/0/failoverTime | "now" | status.failoverHistory[0].failoverTime
            resourcebindings | /status/failoverHistory/0/originalCluster | | status.failoverHistory[0].originalCluster: Required value
            clusterresourcebindings | /status/failoverHistory/0/fromCluster | | status.failoverHistory[0].fromCluster: Required value
            """)
    void soAreBadStatuses(String plural, String pointer, String value, String complaint) {
        Sample sample = sample(plural);
        ObjectNode object = named(sample, "status-" + sample.name());
        String path = sample.path() + "/status-" + sample.name();
        client.post(sample.path(), object.toString());
        assertRefused(client.merge(path + "/status", status(edited(object, pointer, value))), complaint);
    }

    private void assertRefused(Sample sample, ObjectNode object, String complaint) {
        assertRefused(client.post(sample.path(), object.toString()), complaint);
    }

    /// One error, one complaint; the server may add that it stopped checking.
    private static void assertRefused(Answer refused, String complaint) {
        assertThat(refused.code()).as(refused.text()).isEqualTo(422);
        assertThat(refused.at("message")).contains(complaint);
        assertThat(refused.json()
                        .at("/details/causes")
                        .valueStream()
                        .filter(cause -> !Json.text(cause, "message").contains("rules were not checked")))
                .as(refused.text())
                .hasSize(1);
    }

    private static String status(ObjectNode object) {
        return Json.object().set("status", object.path("status")).toString();
    }

    @Test
    void preemptionNeedsNames() {
        Sample sample = sample("propagationpolicies");
        ObjectNode always = edited(named(sample, "always"), "/spec/preemption", "\"Always\"");
        assertThat(client.post(sample.path() + "?dryRun=All", always.toString()).code())
                .isEqualTo(201);
        assertRefused(
                sample,
                edited(always, "/spec/resourceSelectors/0/name", null),
                "spec.resourceSelectors: Invalid value: preemption Always needs a name");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            clusters | Name Version Mode Ready Age Zones Region Provider | member v1.34.0 Push True
            resourcebindings | Name SCHEDULED FULLYAPPLIED AGE | member True False
            clusterresourcebindings | Name SCHEDULED FULLYAPPLIED AGE | member True False
            """)
    void tablesShowWhatMatters(String plural, String columns, String cells) {
        Sample sample = sample(plural);
        ObjectNode object = named(sample, "member");
        client.post(sample.path(), object.toString());
        client.merge(sample.path() + "/member/status", status(object));
        JsonNode table = client.get(
                        sample.path() + "/member", "application/json;as=Table;v=v1;g=meta.k8s.io,application/json")
                .json();
        assertThat(table.path("columnDefinitions").valueStream().map(column -> Json.text(column, "name")))
                .containsExactly(columns.split(" "));
        assertThat(table.at("/rows/0/cells").valueStream().map(cell -> cell.asString("")))
                .startsWith(cells.split(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "propagationpolicies.policy.karmada.io, clusterpropagationpolicies.policy.karmada.io",
        "overridepolicies.policy.karmada.io, clusteroverridepolicies.policy.karmada.io",
        "resourcebindings.work.karmada.io, clusterresourcebindings.work.karmada.io"
    })
    void kindsThatDifferOnlyInScopeHaveTheSameSchema(String namespaced, String clusterWide) {
        ObjectNode one = Examples.tree(Manifests.text(namespaced));
        ObjectNode other = Examples.tree(Manifests.text(clusterWide));
        assertThat(one.at("/spec/scope").asString()).isEqualTo("Namespaced");
        assertThat(other.at("/spec/scope").asString()).isEqualTo("Cluster");
        assertThat(other.at("/spec/versions/0/schema/openAPIV3Schema/properties"))
                .isEqualTo(one.at("/spec/versions/0/schema/openAPIV3Schema/properties"));
    }

    private static Sample sample(String plural) {
        return samples().stream()
                .filter(sample -> sample.definition().startsWith(plural + '.'))
                .findFirst()
                .orElseThrow();
    }

    private static ObjectNode named(Sample sample, String name) {
        ObjectNode object = sample.object().deepCopy();
        ((ObjectNode) object.path("metadata")).put("name", name);
        return object;
    }

    /// @param value null to remove the field
    private static ObjectNode edited(ObjectNode object, String pointer, @Nullable String value) {
        ObjectNode operation =
                Json.object().put("op", value == null ? "remove" : "replace").put("path", pointer);
        if (value != null) {
            operation.set("value", Json.MAPPER.readTree(value));
        }
        return JsonPatch.apply(object, Json.NODES.arrayNode().add(operation));
    }
}
