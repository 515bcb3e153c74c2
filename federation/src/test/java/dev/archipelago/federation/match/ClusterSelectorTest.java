package dev.archipelago.federation.match;

import static dev.archipelago.federation.testing.TestingObjects.template;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.Names;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ClusterSelectorTest {
    private static final Map<String, String> LABELS =
            Map.of("location", "europe", "environment", "prod", "version", "15");

    private static ClusterSelector parse(String annotation) {
        ObjectNode tree = Json.object();
        tree.putObject("metadata").putObject("annotations").put(Names.CLUSTER_SELECTOR, annotation);
        return ClusterSelector.parse(template("v1 ConfigMap", tree.toString()));
    }

    /// Reads `location in europe usa; version > 14`.
    private static String requirements(String text) {
        StringBuilder list = new StringBuilder("[");
        for (String requirement : text.split(" *; *")) {
            String[] words = requirement.split(" ");
            list.append(list.length() > 1 ? "," : "")
                    .append("{\"key\":\"%s\",\"operator\":\"%s\",\"values\":[".formatted(words[0], words[1]));
            for (int i = 2; i < words.length; i++) {
                list.append(i > 2 ? "," : "").append('"').append(words[i]).append('"');
            }
            list.append("]}");
        }
        return list.append(']').toString();
    }

    /// The first ones are the cases that Federation v1 tested its selector with (pkg/federation-controller/util/
    /// clusterselector).
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "location in europe | true",
                "location in europe; environment == prod | true",
                "location in europe; environment == test | false",
                "location != usa; environment in prod | true",
                "version > 14 | true",
                "version > 15 | false",
                // Every operator, in every spelling.
                "location = europe | true",
                "location = usa | false",
                "location in usa europe | true",
                "location In usa | false",
                "location notin usa asia | true",
                "location NotIn usa europe | false",
                "location != europe | false",
                "location exists | true",
                "other Exists | false",
                "other ! | true",
                "location DoesNotExist | false",
                "version gt 14 | true",
                "version Gt 15 | false",
                "version lt 16 | true",
                "version Lt 15 | false",
                "version < 16 | true",
                "version > -3 | true",
                // Clusters without the label.
                "other in x | false",
                "other notin x | true",
                "other != x | true",
                "other > 1 | false",
                "other < 1 | false",
                // Labels that are not numbers.
                "location > 1 | false",
                "location < 1 | false",
            })
    void selects(String requirements, boolean selected) {
        assertThat(parse(requirements(requirements)).matches(LABELS)).isEqualTo(selected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]"})
    void selectsAllWithoutARequirement(String annotation) {
        assertThat(parse(annotation).matches(Map.of())).isTrue();
    }

    @Test
    void selectsAllWithoutTheAnnotation() {
        assertThat(ClusterSelector.parse(template("v1 ConfigMap", "{}")).matches(Map.of()))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "federation.kubernetes.io/federation-control-plane=true",
                "{}",
                "\"x\"",
                "[",
                "[{}]",
                "[{\"key\":\"a\"}]",
                "[{\"key\":\"a\",\"operator\":\"like\",\"values\":[\"x\"]}]",
                "[{\"key\":\"a\",\"operator\":\"in\"}]",
                "[{\"key\":\"a\",\"operator\":\"notin\",\"values\":[]}]",
                "[{\"key\":\"a\",\"operator\":\"gt\",\"values\":[]}]",
                "[{\"key\":\"a\",\"operator\":\"gt\",\"values\":[\"1\",\"2\"]}]",
                "[{\"key\":\"a\",\"operator\":\"lt\",\"values\":[\"x\"]}]",
                "[{\"operator\":\"exists\"}]",
            })
    void refusesWhatItCannotReadAndNamesTheAnnotation(String annotation) {
        assertThatThrownBy(() -> parse(annotation))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.reason()).isEqualTo(Reason.INVALID))
                .hasMessageContaining(Names.CLUSTER_SELECTOR);
    }
}
