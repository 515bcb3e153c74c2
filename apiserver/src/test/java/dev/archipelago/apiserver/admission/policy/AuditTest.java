package dev.archipelago.apiserver.admission.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.Reason;
import dev.archipelago.apiserver.crd.TestingYaml;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuditTest {
    private static final Policy<ValidatingProgram> POLICY =
            Policy.of(TestingYaml.parse("{metadata: {name: p}, spec: {}}"), ValidatingProgram::of);
    private static final PolicyBinding BINDING = PolicyBinding.of(
            TestingYaml.parse("{metadata: {name: b}, spec: {policyName: p, validationActions: [Audit]}}"));

    @Test
    void annotationsAreNamedAfterThePolicyAndSaidOnce() {
        Audit audit = new Audit();
        audit.note("p", Map.of("key", "a"));
        audit.note("p", Map.of("key", "a"));
        audit.note("p", Map.of("key", "b"));
        audit.fail(POLICY, BINDING, new ValidatingProgram.Failure(2, "too much", Reason.INVALID));

        Map<String, String> published = new LinkedHashMap<>();
        audit.publish(published::put);

        assertThat(published)
                .containsEntry("p/key", "a, b")
                .containsEntry("validation.policy.admission.k8s.io/validation_failure", """
                    [{"message":"too much","policy":"p","binding":"b","expressionIndex":2,\
                    "validationActions":["Audit"]}]\
                    """);
    }

    @Test
    void valuesDoNotBeginLinesOfTheLog() {
        Audit audit = new Audit();
        audit.note("p", Map.of("key", "a\r\n10:00 INFO audit - forged\u2028more"));

        Map<String, String> published = new LinkedHashMap<>();
        audit.publish(published::put);

        assertThat(published).containsEntry("p/key", "a 10:00 INFO audit - forged more");
    }
}
