package dev.archipelago.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.apiserver.http.Representation.Form;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RepresentationTest {
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    private static final String AS = ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

    private static String accept(String brief) {
        return brief.replace("pb", PROTOBUF)
                .replace("json", "application/json")
                .replace("yaml", "application/yaml")
                .replace("+meta", AS)
                .replace("+table", ";as=Table;g=meta.k8s.io;v=v1")
                .replace(' ', ',');
    }

    @ParameterizedTest
    @CsvSource({
        "pb, PROTOBUF",
        "pb;stream=watch, PROTOBUF",
        "pb json, JSON",
        "pb */*, JSON",
        "json;q=0.1 pb, JSON",
        "pb yaml, PROTOBUF",
        "pb;q=0.5 yaml, YAML",
        "pb+meta, PARTIAL_PROTOBUF",
        "pb+meta json+meta json, PARTIAL",
        "pb+meta json, PARTIAL_PROTOBUF",
        "pb+table json, JSON",
        "pb+table pb, PROTOBUF",
        "json+table pb, TABLE",
        "text/html pb, PROTOBUF"
    })
    void protobufIsForThoseWhoAcceptNothingElse(String accept, Form form) {
        assertThat(Representation.ofBuiltin(accept(accept)).form()).isEqualTo(form);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pb+table", "text/html", "pb;as=Other;g=meta.k8s.io;v=v1"})
    void whatThereIsNotIsRefused(String accept) {
        assertThatThrownBy(() -> Representation.ofBuiltin(accept(accept)))
                .isInstanceOf(ApiException.class)
                .hasMessage(
                        "only the following media types are accepted: application/json, application/yaml, " + PROTOBUF);
    }

    @ParameterizedTest
    @CsvSource({"pb, PROTOBUF", "pb json, JSON", "pb+meta, JSON", "text/html, JSON", "yaml, JSON"})
    void aStatusIsAlwaysSaid(String accept, Form form) {
        assertThat(Representation.ofStatus(accept(accept)).form()).isEqualTo(form);
    }
}
