package dev.archipelago.federation.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.federation.match.TestingTemplates;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterTraitsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                  | {}                                 | '' | ''  | ''
            {provider: d, region: e}            | {}                                 | d  | e   | ''
            {zone: f}                           | {zones: [x]}                       | '' | ''  | f
            {zone: f, zones: [h, g]}            | {zones: [x]}                       | '' | ''  | g,h
            {}                                  | {regions: [r, s], zones: [w, x]}   | '' | r   | w,x
            {region: e}                         | {regions: [r]}                     | '' | e   | ''
            """)
    void whatSomebodySaidCountsMoreThanWhatWasFound(
            String spec, String status, String provider, String region, String zones) {
        Cluster cluster = TestingTemplates.read(
                Cluster.KIND, "{metadata: {name: a, labels: {b: c}}, spec: %s, status: %s}".formatted(spec, status));
        assertThat(ClusterTraits.of(cluster))
                .isEqualTo(new ClusterTraits(
                        "a",
                        Map.of("b", "c", "kubernetes.io/metadata.name", "a"),
                        provider,
                        region,
                        zones.isEmpty() ? List.of() : List.of(zones.split(",", -1))));
    }
}
