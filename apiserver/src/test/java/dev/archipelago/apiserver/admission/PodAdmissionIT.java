package dev.archipelago.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// What pods get that they did not ask for.
@ExtendWith(OwnServer.class)
@Timeout(60)
class PodAdmissionIT {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String CLASSES = "/apis/scheduling.k8s.io/v1/priorityclasses";

    private final TestingClient client;

    PodAdmissionIT(TestingApiServer server) {
        client = server.admin();
    }

    private Answer pod(String spec) {
        return client.post(PODS, """
                {"metadata":{"generateName":"p-"},"spec":{"containers":[{"name":"c","image":"x"}]%s}}
                """.formatted(spec));
    }

    private void priorityClass(String name, int value, boolean standard, String preemption) {
        Answer created = client.post(CLASSES, """
                {"metadata":{"name":"%s"},"value":%d,"globalDefault":%s,"preemptionPolicy":"%s"}
                """.formatted(name, value, standard, preemption));
        assertThat(created.code()).as(created.text()).isEqualTo(201);
    }

    @Test
    void priorityIsThatOfTheClass() throws InterruptedException {
        Answer plain = pod("");
        assertThat(plain.at("spec.priority")).isEqualTo("0");
        assertThat(plain.at("spec.preemptionPolicy")).isEqualTo("PreemptLowerPriority");
        assertThat(plain.at("spec.priorityClassName")).isEmpty();
        assertThat(plain.json().at("/metadata/managedFields").toString())
                .as("what the creator has set")
                .contains("f:containers")
                .doesNotContain("f:priority", "f:tolerations");

        assertThat(pod(",\"priorityClassName\":\"system-node-critical\"").at("spec.priority"))
                .isEqualTo("2000001000");

        priorityClass("patient", 7, false, "Never");
        Answer patient = pod(",\"priorityClassName\":\"patient\"");
        assertThat(patient.at("spec.priority")).isEqualTo("7");
        assertThat(patient.at("spec.preemptionPolicy")).isEqualTo("Never");

        priorityClass("usual", 3, true, "PreemptLowerPriority");
        Answer usual = pod("");
        for (int i = 0; i < 500 && usual.at("spec.priority").equals("0"); i++) {
            Thread.sleep(10); // a class for all pods is known a moment later
            usual = pod("");
        }
        assertThat(usual.at("spec.priority")).isEqualTo("3");
        assertThat(usual.at("spec.priorityClassName")).isEqualTo("usual");
    }

    @Test
    void priorityCannotBeChosenFreely() {
        Answer unknown = pod(",\"priorityClassName\":\"none\"");
        assertThat(unknown.code()).isEqualTo(403);
        assertThat(unknown.at("message")).contains("no PriorityClass with name none was found");

        Answer own = pod(",\"priority\":5");
        assertThat(own.code()).isEqualTo(403);
        assertThat(own.at("message")).contains("the integer value of priority (5) must not be provided in pod spec");

        Answer policy = pod(",\"preemptionPolicy\":\"Never\"");
        assertThat(policy.code()).isEqualTo(403);
        assertThat(policy.at("message")).contains("the string value of PreemptionPolicy (Never) must not be provided");
    }

    @Test
    void silentNodesAreToleratedForAWhile() {
        Answer plain = pod("");
        assertThat(plain.at("spec.tolerations.0.key")).isEqualTo("node.kubernetes.io/not-ready");
        assertThat(plain.at("spec.tolerations.1.key")).isEqualTo("node.kubernetes.io/unreachable");
        assertThat(plain.at("spec.tolerations.1.tolerationSeconds")).isEqualTo("300");

        Answer hasty = pod("""
                ,"tolerations":[{"key":"node.kubernetes.io/unreachable","operator":"Exists","effect":"NoExecute",
                "tolerationSeconds":1}]""");
        assertThat(hasty.json().at("/spec/tolerations")).hasSize(2);
        assertThat(hasty.at("spec.tolerations.0.tolerationSeconds")).isEqualTo("1");

        assertThat(pod(",\"tolerations\":[{\"operator\":\"Exists\"}]").json().at("/spec/tolerations"))
                .hasSize(1);
    }

    @Test
    void whoReplacesAPodNeedNotKnowWhatItWasGiven() {
        priorityClass("fleeting", 9, false, "Never");
        String body = """
                {"metadata":{"name":"replaced","labels":{"v":"%d"}},
                "spec":{"containers":[{"name":"c","image":"x"}],"priorityClassName":"fleeting"}}
                """;
        Answer made = client.post(PODS, body.formatted(1));
        client.delete(CLASSES + "/fleeting");

        Answer replaced = client.put(PODS + "/replaced", body.formatted(2));

        assertThat(replaced.code()).as(replaced.text()).isEqualTo(200);
        assertThat(replaced.at("metadata.labels.v")).isEqualTo("2");
        assertThat(replaced.json().at("/spec")).isEqualTo(made.json().at("/spec"));
    }
}
