package dev.archipelago.federation.schedule.preferences;

import static dev.archipelago.federation.schedule.TestingPreferences.preferences;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Cause;
import dev.archipelago.api.errors.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// JSON is written with single quotes.
class PreferencesTest {
    private static final String KEY = "federation.kubernetes.io/deployment-preferences";

    private static Preferences parse(String json) {
        return Preferences.parse(KEY, json.replace('\'', '"'));
    }

    @Test
    void readsAllFields() {
        assertThat(parse("{'rebalance': true, 'clusters': {'c1': {'minReplicas': 2, 'maxReplicas': 6, 'weight': 3},"
                        + " '*': {'weight': 1}}}"))
                .isEqualTo(preferences("rebalance, c1 m2 M6 w3, * w1"));
    }

    @Test
    void readsNamesOfFieldsInAnyCaseButThoseOfClustersAsTheyAre() {
        assertThat(parse("{'Rebalance': true, 'CLUSTERS': {'C1': {'MinReplicas': 2, 'maxreplicas': 6, 'Weight': 3}}}"))
                .isEqualTo(preferences("rebalance, C1 m2 M6 w3"));
    }

    @Test
    void takesTheLastOfSeveralFieldsThatDifferInCase() {
        assertThat(parse("{'clusters': {'c1': {'weight': 1, 'Weight': 2}}}")).isEqualTo(preferences("c1 w2"));
    }

    @Test
    void passesOverWhatItDoesNotKnow() {
        assertThat(parse("{'colour': [1], 'clusters': {'c1': {'weight': 1, 'height': -1}}}"))
                .isEqualTo(preferences("c1 w1"));
    }

    @Test
    void takesNullAsAbsent() {
        assertThat(parse("{'rebalance': null, 'clusters': {'c1': null, 'c2': {'weight': null, 'maxReplicas': null}}}"))
                .isEqualTo(preferences("c1, c2"));
    }

    @Test
    void prefersNoClusterWhenNoneIsNamed() {
        assertThat(parse("{}").of("c1")).isEmpty();
        assertThat(parse("{'clusters': null}").of("c1")).isEmpty();
    }

    @Test
    void prefersTheOwnEntryOfAClusterToThatOfAll() {
        Preferences preferences = preferences("c1 w5, * w1");
        assertThat(preferences.of("c1")).contains(ClusterPreference.weight(5));
        assertThat(preferences.of("c2")).contains(ClusterPreference.weight(1));
        assertThat(Preferences.EQUAL).isEqualTo(preferences("* w1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{ | must be JSON",
                "`` | must be a JSON object",
                "{} {} | must be JSON",
                "null | must be a JSON object",
                "[] | must be a JSON object",
                "{'rebalance': 'yes'} | rebalance must be true or false",
                "{'clusters': []} | clusters must be an object",
                "{'clusters': {'c1': 5}} | clusters[c1] must be an object",
                "{'clusters': {'c1': {'weight': '5'}}} | clusters[c1].weight must be a whole number",
                "{'clusters': {'c1': {'weight': 1.5}}} | clusters[c1].weight must be a whole number",
                "{'clusters': {'c1': {'weight': 2147483648}}} | clusters[c1].weight must be a whole number",
                "{'clusters': {'c1': {'weight': -1}}} | clusters[c1].weight must be a whole number",
                "{'clusters': {'*': {'minReplicas': -1}}} | clusters[*].minReplicas must be a whole number",
                "{'clusters': {'c1': {'MaxReplicas': -1}}} | clusters[c1].maxReplicas must be a whole number",
                "{'clusters': {'c1': {'maxReplicas': 9223372036854775808}}} | clusters[c1].maxReplicas must be",
            })
    void refusesWhatItCannotRead(String json, String complaint) {
        ApiException refusal = catchThrowableOfType(ApiException.class, () -> parse(json));
        assertThat(refusal.reason()).isEqualTo(Reason.INVALID);
        assertThat(refusal.getMessage()).contains(complaint);
        assertThat(refusal.details().causes())
                .extracting(Cause::field)
                .containsExactly("metadata.annotations[" + KEY + "]");
    }
}
