package dev.archipelago.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.crd.TestingYaml;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// Stores policies for tests. A server takes a moment to learn of them: every policy here is also about the ConfigMap
/// `probe`, which tells when it is in force.
final class PolicyServer {
    static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private static final String POLICIES = "/apis/admissionregistration.k8s.io/v1/";

    private static final int TRIES_MAX = 200;
    private static final long PAUSE_NANOS = 50_000_000;

    private final TestingClient client;

    PolicyServer(TestingClient client) {
        this.client = client;
    }

    Answer create(String kind, String name, String spec) {
        ObjectNode object = TestingYaml.parse("{metadata: {name: " + name + "}}");
        object.set("spec", TestingYaml.parse(spec));
        return client.post(POLICIES + kind, object.toString());
    }

    /// Stores a validating policy, and waits until it is in force.
    ///
    /// @param spec has a validation that refuses the name `probe`
    void validating(String name, String spec, String binding) {
        made(create("validatingadmissionpolicybindings", name, binding));
        made(create("validatingadmissionpolicies", name, spec));
        await(() -> map("probe", "?dryRun=All"), answer -> answer.code() != 201);
    }

    /// Stores a mutating policy, and waits until it is in force.
    ///
    /// @param spec changes the ConfigMap `probe`
    void mutating(String name, String spec, String binding) {
        made(create("mutatingadmissionpolicybindings", name, binding));
        made(create("mutatingadmissionpolicies", name, spec));
        await(() -> map("probe", "?dryRun=All"), answer -> answer.text().contains("\"" + name + "\""));
    }

    /// Asks until the answer is as it should be, for as long as a server may take to learn of a change.
    static Answer await(Supplier<Answer> question, Predicate<Answer> expected) {
        Answer answer = question.get();
        for (int tries = 0; !expected.test(answer); tries++) {
            assertThat(tries).as(answer.text()).isLessThan(TRIES_MAX);
            LockSupport.parkNanos(PAUSE_NANOS);
            answer = question.get();
        }
        return answer;
    }

    Answer map(String name, String query) {
        return client.post(MAPS + query, "{\"metadata\":{\"name\":\"" + name + "\"}}");
    }

    private static void made(Answer answer) {
        assertThat(answer.code()).as(answer.text()).isEqualTo(201);
    }
}
