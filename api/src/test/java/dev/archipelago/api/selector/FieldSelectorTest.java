package dev.archipelago.api.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldSelectorTest {
    private static final SelectableFields POD = SelectableFields.of("v1", "Pod");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                  | ''",
                "status.phase=Running                | status.phase=Running",
                "status.phase==Running,metadata.name!=x | metadata.name!=x,status.phase=Running",
                "metadata.name=                      | metadata.name=",
                ",metadata.name=x,                   | metadata.name=x",
                "spec.host=n1                        | spec.nodeName=n1",
                "metadata.name=a\\,b                 | metadata.name=a\\,b",
                "metadata.name=a\\=b\\\\             | metadata.name=a\\=b\\\\",
            })
    void printsCanonically(String text, String expected) {
        assertThat(FieldSelector.parse(text, POD)).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "metadata.name=x   | x | true",
                "metadata.name=x   | y | false",
                "metadata.name!=x  | y | true",
                "metadata.name!=x  | x | false",
                "metadata.name=a\\,b,metadata.name!=c | a,b | true",
                "metadata.name=a\\=b | a=b | true",
                "metadata.name=a\\\\ | a\\ | true",
                "status.phase=     | x | true",
                "status.phase!=    | x | false",
            })
    void selectsByFields(String text, String name, boolean expected) {
        assertThat(FieldSelector.parse(text, POD).matches(Map.of("metadata.name", name)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "x                    | invalid selector: 'x'; can't understand 'x'",
                "metadata.name=a,x    | invalid selector: 'metadata.name=a,x'; can't understand 'x'",
                "metadata.name=a=b    | invalid field selector: unescaped character in value: 61",
                "metadata.name=a\\b   | invalid field selector: invalid escape sequence: \\b",
                "metadata.name=a\\    | invalid field selector: invalid escape sequence: \\",
                "spec.image=x         | field label not supported: spec.image",
                "=x                   | `field label not supported: `",
            })
    void refusesInKubernetesWords(String text, String message) {
        assertThatThrownBy(() -> FieldSelector.parse(text, POD))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_REQUEST))
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "v1 | ConfigMap | metadata.name metadata.namespace | \"x\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"",
                "v1 | Pod | metadata.name metadata.namespace spec.nodeName spec.restartPolicy spec.schedulerName spec.serviceAccountName spec.hostNetwork status.phase status.podIP status.podIPs status.nominatedNodeName spec.host | field label not supported: x",
                "v1 | Node | metadata.name spec.unschedulable | field label not supported: x",
                "v1 | Namespace | metadata.name status.phase | field label not supported: x",
                "v1 | Secret | metadata.name metadata.namespace type | field label not supported: x",
                "v1 | Service | metadata.name metadata.namespace spec.clusterIP spec.type | field label not supported: x",
                "v1 | ReplicationController | metadata.name metadata.namespace status.replicas | field label not supported: x",
                "v1 | Event | metadata.name metadata.namespace involvedObject.kind involvedObject.namespace involvedObject.name involvedObject.uid involvedObject.apiVersion involvedObject.resourceVersion involvedObject.fieldPath reason reportingComponent source type | field label not supported: x",
                "events.k8s.io/v1 | Event | metadata.name metadata.namespace regarding.kind regarding.namespace regarding.name regarding.uid regarding.apiVersion regarding.resourceVersion regarding.fieldPath reason reportingController type | field label not supported: x",
                "apps/v1 | ReplicaSet | metadata.name metadata.namespace status.replicas | field label not supported: x",
                "batch/v1 | Job | metadata.name metadata.namespace status.successful | field label \"x\" not supported for Job",
                "certificates.k8s.io/v1 | CertificateSigningRequest | metadata.name spec.signerName | field label not supported: x",
                "resource.k8s.io/v1 | ResourceSlice | metadata.name spec.nodeName spec.driver | field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: x",
            })
    void eachKindHasItsFields(String apiVersion, String kind, String labels, String refusal) {
        SelectableFields fields = SelectableFields.of(apiVersion, kind);
        for (String label : labels.split(" ")) {
            assertThat(FieldSelector.parse(label + "=v", fields).toString()).endsWith("=v");
        }
        assertThatThrownBy(() -> FieldSelector.parse("x=v", fields)).hasMessage(refusal);
    }

    @Test
    void labelsOfOneEventGroupAreNotThoseOfTheOther() {
        assertThatThrownBy(() -> FieldSelector.parse(
                        "involvedObject.kind=Pod", SelectableFields.of("events.k8s.io/v1", "Event")))
                .hasMessage("field label not supported: involvedObject.kind");
        assertThatThrownBy(() -> FieldSelector.parse("source=x", SelectableFields.of("events.k8s.io/v1", "Event")))
                .hasMessage("field label not supported: source");
    }

    @Test
    void customKindsNameTheirOwnFields() {
        SelectableFields fields = SelectableFields.ofCustom(true, List.of(".spec.color", ".spec.size"));
        assertThat(FieldSelector.parse("spec.color=blue,metadata.namespace=x", fields))
                .hasToString("metadata.namespace=x,spec.color=blue");
        assertThatThrownBy(() -> FieldSelector.parse("spec.shape=x", fields))
                .hasMessage("field label not supported: spec.shape");
        assertThatThrownBy(
                        () -> FieldSelector.parse("metadata.namespace=x", SelectableFields.ofCustom(false, List.of())))
                .hasMessage("field label not supported: metadata.namespace");
    }

    @Test
    void tellsTheOnlyPossibleName() {
        assertThat(FieldSelector.parse("metadata.name=x,status.phase=Running", POD)
                        .requiredName())
                .contains("x");
        assertThat(FieldSelector.parse("metadata.name!=x", POD).requiredName()).isEmpty();
        assertThat(FieldSelector.parse("metadata.namespace==n", POD).requiredNamespace())
                .contains("n");
        assertThat(FieldSelector.named("y").requiredName()).contains("y");
        assertThat(FieldSelector.everything().requiredName()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void anyTextIsASelectorOrABadRequest(long seed) {
        Random random = new Random(seed);
        List<String> pieces = List.of("metadata.name", "status.phase", "=", "==", "!=", "!", ",", "\\", "a", "ü", "%s");
        for (int i = 0; i < 2000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(9); j > 0; j--) {
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            try {
                FieldSelector parsed = FieldSelector.parse(text.toString(), POD);
                assertThat(FieldSelector.parse(parsed.toString(), POD)).hasToString(parsed.toString());
            } catch (ApiException e) {
                assertThat(e.reason()).isEqualTo(Reason.BAD_REQUEST);
            }
        }
    }
}
