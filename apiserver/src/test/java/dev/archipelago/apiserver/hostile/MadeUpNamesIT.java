package dev.archipelago.apiserver.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Names that clients make up leave nothing behind: neither those of strangers nor those of the administrator.
@ExtendWith(SharedVictim.class)
class MadeUpNamesIT {
    private final Victim victim;

    MadeUpNamesIT(Victim victim) {
        this.victim = victim;
    }

    @Test
    void doNotBecomeLabelsOfMetrics() throws IOException {
        for (String authorization : new String[] {"X-Nobody: x", victim.authorization()}) {
            ask("madeup", authorization);
            assertThat(series())
                    .isNotEmpty()
                    .noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("madeup"));
        }
        victim.assertUnharmed();
    }

    private void ask(String name, String authorization) throws IOException {
        String[] requests = {
            "GET /apis/%s.example/v1/things", "GET /apis/apps/%s/deployments", "GET /api/v1/%s",
            "GET /api/v1/namespaces/default/pods/x/%s", "GET /%s", "POST /apis/%s.example/v1/things",
            "%s /api/v1/pods", "%s /x"
        };
        try (Wire wire = victim.connect()) {
            for (String request : requests) {
                wire.send(request.formatted(name) + " HTTP/1.1\r\nHost: localhost\r\n" + authorization + "\r\n\r\n");
                assertThat(wire.reply(false).status()).isBetween(400, 499);
            }
        }
    }

    private Set<String> series() {
        return victim.client()
                .get("/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith("apiserver_request_total"))
                .map(line -> line.substring(0, line.lastIndexOf(' ')))
                .collect(Collectors.toSet());
    }
}
