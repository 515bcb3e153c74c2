package dev.archipelago.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What the launcher has a server do after a build.
@ExtendWith(OwnServer.class)
class RehearsalIT {
    private static final Pattern PODS_CREATED = Pattern.compile(
            "(?m)^apiserver_request_total\\{(?=[^}]*code=\"201\")(?=[^}]*resource=\"pods\")(?=[^}]*verb=\"CREATE\")[^}]*} (\\d+)");

    private final TestingApiServer server;

    RehearsalIT(TestingApiServer server) {
        this.server = server;
    }

    @Test
    void deletesWhatItMade() throws Exception {
        server.server().rehearse(32);

        assertThat(podsCreated(server.admin())).isEqualTo(32);
        assertThat(server.admin().get("/api/v1/pods").text()).contains("\"items\":[]");
    }

    private static long podsCreated(TestingClient client) {
        var matcher = PODS_CREATED.matcher(client.get("/metrics").text());
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
