package dev.archipelago.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What a server does before it is called ready.
@ExtendWith(OwnServer.class)
class RehearsalIT {
    private static final Pattern PODS_CREATED = Pattern.compile(
            "(?m)^apiserver_request_total\\{(?=[^}]*code=\"201\")(?=[^}]*resource=\"pods\")(?=[^}]*verb=\"CREATE\")[^}]*} (\\d+)");

    private final TestingApiServer server;

    RehearsalIT(TestingApiServer server) {
        this.server = server;
    }

    @Test
    void goesThroughWritesAndLeavesNoTrace() {
        long before = server.store().observedRevision();

        server.server().rehearse(Duration.ofMillis(1));

        assertThat(podsCreated(server.admin())).isPositive();
        assertThat(server.store().observedRevision()).isEqualTo(before);
    }

    @Test
    void staysOutOfWebhooks() {
        assertThat(server.admin()
                        .post("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", """
                        {"metadata":{"name":"all"},"webhooks":[{"name":"all.example.org",
                         "clientConfig":{"url":"https://127.0.0.1:1/"},"sideEffects":"None",
                         "admissionReviewVersions":["v1"],
                         "rules":[{"operations":["*"],"apiGroups":["*"],"apiVersions":["*"],"resources":["*"]}]}]}
                        """)
                        .code())
                .isEqualTo(201);

        server.server().rehearse(Duration.ofMillis(1));

        assertThat(podsCreated(server.admin())).isZero();
    }

    @Test
    void aRealOneDeletesWhatItMade() throws Exception {
        server.server().rehearseForReal(32);

        assertThat(podsCreated(server.admin())).isEqualTo(32);
        assertThat(server.admin().get("/api/v1/pods").text()).contains("\"items\":[]");
    }

    private static long podsCreated(TestingClient client) {
        var matcher = PODS_CREATED.matcher(client.get("/metrics").text());
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
