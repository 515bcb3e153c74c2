package dev.archipelago.apiserver.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Paths that try to be somewhere else, or nowhere.
@ExtendWith(SharedVictim.class)
class PathTricksIT {
    private final Victim victim;

    PathTricksIT(Victim victim) {
        this.victim = victim;
    }

    @AfterEach
    void goesOn() {
        victim.assertUnharmed();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /api/v1/../v1/namespaces/default                            | 200 |
            /api/v1/namespaces/../../../../etc/passwd                   | 400 | malformed
            /api/v1/namespaces/default/configmaps/..                    | 200 |
            /api/v1/namespaces/%2e%2e/configmaps                        | 400 | Ambiguous
            /api/v1/namespaces/default/configmaps/%2e%2e/%2e%2e/secrets | 400 | Ambiguous
            /api/v1/namespaces/default%2fconfigmaps                     | 400 | Ambiguous
            /api/v1/namespaces/default%252fconfigmaps                   | 400 | Ambiguous
            /api/v1/namespaces/default%5cconfigmaps                     | 400 | Suspicious Path Character
            /api/v1/namespaces/default;x=y/configmaps                   | 400 | path parameters
            /api/v1/namespaces/default/configmaps/x;y                   | 400 | path parameters
            //api/v1/namespaces                                         | 400 | Ambiguous
            /api//v1///namespaces/default                               | 400 | Ambiguous
            /api/v1/namespaces/default/configmaps/a%00b                 | 400 | malformed
            /api/v1/namespaces/default/configmaps/%ff%fe                | 400 | UTF-8
            /api/v1/namespaces/default/configmaps/%c0%ae                | 400 | UTF-8
            /api/v1/namespaces/default/configmaps/%                     | 400 | malformed
            /api/v1/namespaces/default/configmaps/%zz                   | 400 | malformed
            /api/v1/namespaces/default/configmaps/%0d%0aX:y             | 400 | Suspicious Path Character
            /api/v1/namespaces/default/configmaps/a#b                   | 400 | Fragment
            https://localhost/api/v1/namespaces/default                 | 200 |
            https://elsewhere.example/api/v1/namespaces/default         | 400 | Authority
            ftp://elsewhere.example/                                    | 400 | Authority
            elsewhere.example:443                                       | 400 | malformed
            *                                                           | 400 | Bad URI
            api/v1                                                      | 400 | malformed
            """)
    void leadNowhereTheyShouldNot(String target, int status, @Nullable String told) throws IOException {
        Reply reply = victim.ask("GET", target, "", "");
        assertThat(reply.fault(false)).as(reply::toString).isEmpty();
        assertThat(reply.status()).as(reply::toString).isEqualTo(status);
        if (told != null) {
            assertThat(reply.reason()).isEqualTo("BadRequest");
            assertThat(reply.message()).contains(told);
        }
    }

    @ParameterizedTest
    @CsvSource({"100, 404", "50000, 404", "70000, 414"})
    void mayBeLongUpToALimit(int length, int status) throws IOException {
        try (Wire wire = victim.connect()) {
            wire.send("GET /api/v1/namespaces/" + "x".repeat(length) + " HTTP/1.1\r\nHost: localhost\r\n"
                    + victim.authorization() + "\r\n\r\n");
            Reply reply = wire.reply(false);
            assertThat(reply.fault(false)).as(reply::toString).isEmpty();
            assertThat(reply.status()).isEqualTo(status);
        }
    }

    @Test
    void ofMethodsThatNobodyKnowsAreRefused() throws IOException {
        for (String method : new String[] {"BREW", "get", "TRACE", "OPTIONS", "PROPFIND"}) {
            Reply reply = victim.ask(method, "/api/v1/namespaces", "", "");
            assertThat(reply.fault(false)).as(reply::toString).isEmpty();
            assertThat(reply.status()).as(method).isEqualTo(405);
        }
    }
}
