package dev.archipelago.federation.admission;

import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.authz.Attributes;
import dev.archipelago.apiserver.authz.Decision;
import dev.archipelago.apiserver.authz.RbacIndex;
import dev.archipelago.apiserver.builtin.BuiltinCatalog;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.crd.Definitions;
import dev.archipelago.apiserver.custom.CustomServing;
import dev.archipelago.model.crds.Manifests;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class PolicyRightsTest {
    private static final Map<String, ServedResource> POLICIES = policies();
    private static final Catalog SERVED = new Catalog(BuiltinCatalog.resources());
    private static final Decision ALLOWED =
            new RbacIndex().authorize(Attributes.ofPath(UserInfo.of("admin", UserInfo.MASTERS), "get", "/"));
    private static final String DEPLOYMENTS = "resourceSelectors: [{apiVersion: apps/v1, kind: Deployment%s}]";

    private final FederationAdmission admission = new FederationAdmission();
    private final Set<String> rights = new TreeSet<>();

    PolicyRightsTest() {
        admission.use(wanted -> rights.contains(right(wanted)) ? ALLOWED : new Decision.NoOpinion(""), () -> SERVED);
    }

    private static String right(Attributes wanted) {
        return "%s %s.%s %s/%s"
                .formatted(wanted.verb(), wanted.resource(), wanted.group(), wanted.namespace(), wanted.name());
    }

    private static Map<String, ServedResource> policies() {
        Map<String, ServedResource> served = new TreeMap<>();
        for (String name : Manifests.names()) {
            byte[] yaml = Manifests.text(name).getBytes(StandardCharsets.UTF_8);
            ObjectNode definition = Json.parse(Json.bytes(YamlReader.read(yaml).tree()));
            Definitions.applyDefaults(definition);
            definition
                    .putObject("status")
                    .set("acceptedNames", definition.path("spec").path("names"));
            CustomServing.of(definition).forEach(one -> served.put(one.kind().kind(), one));
        }
        return served;
    }

    private void write(String kind, String spec, @Nullable String old) {
        ServedResource resource = Objects.requireNonNull(POLICIES.get(kind));
        admission.validate(new AdmissionRequest(
                old == null ? AdmissionRequest.Operation.CREATE : AdmissionRequest.Operation.UPDATE,
                resource,
                "",
                resource.namespaced() ? "shop" : "",
                "p",
                policy(spec),
                old == null ? null : policy(old),
                UserInfo.of("eve"),
                false,
                warning -> {}));
    }

    private static ObjectNode policy(String spec) {
        return tree("{apiVersion: policy.karmada.io/v1alpha1, metadata: {name: p}, spec: {%s}}".formatted(spec));
    }

    private void write(String kind, String spec) {
        write(kind, spec, null);
    }

    private void refused(String kind, String spec, String... parts) {
        assertThatThrownBy(() -> write(kind, spec))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FORBIDDEN))
                .hasMessageContainingAll(parts);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            OverridePolicy           | ''                          | update deployments.apps shop/
            OverridePolicy           | ', name: web'               | update deployments.apps shop/web
            OverridePolicy           | ', namespace: kube-system'  | update deployments.apps shop/
            ClusterOverridePolicy    | ''                          | update deployments.apps /
            ClusterOverridePolicy    | ', namespace: shop'         | update deployments.apps shop/
            PropagationPolicy        | ''                          | get deployments.apps shop/
            ClusterPropagationPolicy | ''                          | get deployments.apps /
            """)
    void whoWritesAPolicyMayDoWhatItDoes(String kind, String selector, String right) {
        String spec = DEPLOYMENTS.formatted(selector);
        rights.addAll(List.of(
                "list deployments.apps shop/",
                "update deployments.apps other/",
                "update statefulsets.apps shop/",
                "get configmaps. /"));
        refused(
                kind,
                spec,
                "policy.karmada.io \"p\" is forbidden: spec.resourceSelectors[0]: user \"eve\" cannot "
                        + right.substring(0, right.indexOf(' ')) + " Deployment",
                "(deployments.apps) " + (right.contains(" shop/") ? "in the namespace \"shop\"" : "at the cluster"));
        rights.add(right);
        assertThatCode(() -> write(kind, spec)).doesNotThrowAnyException();
    }

    @Test
    void everySelectorCounts() {
        rights.add("update deployments.apps shop/");
        refused(
                "OverridePolicy",
                "resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}, {apiVersion: v1, kind: Secret, name: s}]",
                "spec.resourceSelectors[1]",
                "cannot update Secret \"s\" (secrets) in the namespace \"shop\"");
    }

    @Test
    void aPolicyForAllObjectsNeedsTheRightToAll() {
        rights.add("update *.apps shop/");
        refused("OverridePolicy", "overrideRules: []", "spec.resourceSelectors is empty", "cannot update every kind");
        refused("ClusterOverridePolicy", "overrideRules: []", "(*.*) at the cluster scope");
        rights.add("update *.* shop/");
        write("OverridePolicy", "overrideRules: []");
    }

    @Test
    void aKindThatIsNotServedNeedsTheRightToItsGroup() {
        String spec = "resourceSelectors: [{apiVersion: example.com/v1, kind: Later}]";
        rights.add("update laters.example.com shop/");
        refused("OverridePolicy", spec, "cannot update Later (*.example.com)");
        rights.add("update *.example.com shop/");
        write("OverridePolicy", spec);
    }

    @Test
    void whatGoesAlongIsReadableToo() {
        String spec = DEPLOYMENTS.formatted("") + ", propagateDeps: true";
        rights.addAll(List.of(
                "get deployments.apps shop/",
                "get configmaps. shop/",
                "get persistentvolumeclaims. shop/",
                "get serviceaccounts. shop/"));
        refused("PropagationPolicy", spec, "spec.propagateDeps", "cannot get Secret (secrets)");
        rights.add("get secrets. shop/");
        write("PropagationPolicy", spec);
    }

    @Test
    void onlyAChangeOfTheSpecIsAsked() {
        String spec = DEPLOYMENTS.formatted("");
        write("OverridePolicy", spec, spec);
        write("PropagationPolicy", spec, spec);
        assertThatThrownBy(() -> write("OverridePolicy", spec + ", overrideRules: [{overriders: {}}]", spec))
                .hasMessageContaining("cannot update Deployment");
        assertThatThrownBy(() -> write("PropagationPolicy", spec + ", placement: {}", spec))
                .hasMessageContaining("cannot get Deployment");
    }
}
