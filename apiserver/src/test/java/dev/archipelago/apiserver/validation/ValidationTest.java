package dev.archipelago.apiserver.validation;

import static dev.archipelago.apiserver.defaults.YamlObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.model.kinds.BuiltinKinds;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class ValidationTest {
    static Iterable<String> kinds() {
        return Judge.kinds();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void acceptsTheExampleOfEachKindAndAnUpdateThatChangesNothing(String kind) {
        assertThat(Judge.create(kind, "{}")).isEmpty();
        assertThat(Judge.update(kind, "{}", "{}")).isEmpty();
    }

    @Test
    void rulesBelongToKindsThatExist() {
        for (String type : KindTable.types()) {
            assertThat(BuiltinKinds.type(type)).isNotNull();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        Pod | name: null | metadata.name: Required value: name or generateName is required
        Pod | name: A_b | metadata.name: Invalid value: "A_b": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')
        Namespace | name: a.b | metadata.name: Invalid value: "a.b": must not contain dots
        StatefulSet | name: -a | metadata.name: Invalid value: "-a": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')
        Role | name: a/b | metadata.name: Invalid value: "a/b": may not contain '/'
        Pod | generateName: A_b- | metadata.generateName: Invalid value: "A_b-": a lowercase RFC 1123 subdomain must
        Pod | generateName: ab- | OK
        Pod | namespace: null | metadata.namespace: Required value
        Node | namespace: x | metadata.namespace: Forbidden: not allowed on this type
        Pod | generation: -1 | metadata.generation: Invalid value: -1: must be greater than or equal to 0
        Pod | labels: {'a b': c} | metadata.labels: Invalid value: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')
        Pod | labels: {a/b/c: d} | metadata.labels: Invalid value: "a/b/c": a valid label key must consist of
        Pod | labels: {/b: d} | metadata.labels: Invalid value: "/b": prefix part must be non-empty
        Pod | labels: {a.com/: d} | metadata.labels: Invalid value: "a.com/": name part must be non-empty ;; metadata.labels: Invalid value: "a.com/": name part must consist
        Pod | labels: {A.com/b: d} | metadata.labels: Invalid value: "A.com/b": prefix part a lowercase RFC 1123 subdomain must
        Pod | labels: {a: 'b c'} | metadata.labels: Invalid value: "b c": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')
        Pod | labels: {a: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa} | metadata.labels: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": must be no more than 63 characters
        Pod | annotations: {Example.com/A: 'any thing'} | OK
        Pod | annotations: {'a b': c} | metadata.annotations: Invalid value: "a b": name part must consist of
        Pod | finalizers: [orphan, foregroundDeletion] | metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set
        Pod | finalizers: ['a b'] | metadata.finalizers: Invalid value: "a b": name part must consist of
        Pod | ownerReferences: [{apiVersion: v1, kind: Node, name: a}] | metadata.ownerReferences.uid: Invalid value: "": must not be empty
        Pod | ownerReferences: [{apiVersion: v1, kind: A, name: a, uid: u, controller: true}, {apiVersion: v1, kind: B, name: b, uid: v, controller: true}] | metadata.ownerReferences: Invalid value: [{"apiVersion":"v1","kind":"A","name":"a","uid":"u","controller":true},{"apiVersion":"v1","kind":"B","name":"b","uid":"v","controller":true}]: Only one reference can have Controller set to true. Found "true" in references for A/a and B/b
        Pod | managedFields: [{operation: Other}] | metadata.managedFields[0].operation: Invalid value: "Other": must be `Apply` or `Update`
        """)
    void metadata(String kind, String metadata, String expected) {
        assertVerdict(Judge.create(kind, "metadata: {" + metadata + "}"), expected);
    }

    @Test
    void annotationsHaveALimitTogether() {
        ObjectNode patch = tree("metadata: {annotations: {}}");
        ((ObjectNode) patch.at("/metadata/annotations"))
                .put("a", "x".repeat(131_072))
                .put("b", "x".repeat(131_072));
        assertThat(Judge.create("Pod", patch))
                .containsExactly("metadata.annotations: Too long: may not be more than 262144 bytes");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {} | name: b | metadata.name: Invalid value: "b": field is immutable
        {} | namespace: b | metadata.namespace: Invalid value: "b": field is immutable
        {uid: a} | uid: b | metadata.uid: Invalid value: "b": field is immutable
        {creationTimestamp: 2026-01-01T00:00:00Z} | creationTimestamp: 2026-01-02T00:00:00Z | metadata.creationTimestamp: Invalid value: "2026-01-02T00:00:00Z": field is immutable
        {} | deletionTimestamp: 2026-01-02T00:00:00Z | metadata.deletionTimestamp: Invalid value: "2026-01-02T00:00:00Z": field is immutable
        {} | deletionGracePeriodSeconds: 5 | metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable
        {} | resourceVersion: '' | metadata.resourceVersion: Invalid value: "": must be specified for an update
        {generation: 4} | generation: 3 | metadata.generation: Invalid value: 3: must not be decremented
        {deletionTimestamp: 2026-01-02T00:00:00Z, finalizers: [a/b]} | deletionTimestamp: 2026-01-02T00:00:00Z, finalizers: [a/b, c/d] | metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"c/d"}
        {deletionTimestamp: 2026-01-02T00:00:00Z, finalizers: [a/b]} | deletionTimestamp: 2026-01-02T00:00:00Z, finalizers: [] | OK
        {} | labels: {'a b': c} | metadata.labels: Invalid value: "a b": name part must
        """)
    void metadataOnUpdate(String old, String updated, String expected) {
        assertVerdict(Judge.update("ServiceAccount", "metadata: " + old, "metadata: {" + updated + "}"), expected);
    }

    /// All complaints, separated by ` ;; `; each may be cut short. `OK` for none.
    static void assertVerdict(List<String> verdict, String expected) {
        if (expected.equals("OK")) {
            assertThat(verdict).isEmpty();
            return;
        }
        String[] parts = expected.split(" ;; ");
        assertThat(verdict).hasSize(parts.length);
        for (int i = 0; i < parts.length; i++) {
            assertThat(verdict.get(i)).startsWith(parts[i]);
        }
    }
}
