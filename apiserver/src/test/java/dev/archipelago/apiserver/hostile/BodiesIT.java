package dev.archipelago.apiserver.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bodies that are not what they are said to be.
@ExtendWith(SharedVictim.class)
class BodiesIT {
    private static final String CONFIGMAPS = "/api/v1/namespaces/default/configmaps";
    private static final String JSON = "application/json";

    private final Victim victim;

    BodiesIT(Victim victim) {
        this.victim = victim;
    }

    @AfterEach
    void goesOn() {
        victim.assertUnharmed();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            -                                              | unexpected end of JSON input
            {                                              | json parse error
            {"metadata":{"name":"x"}                       | json parse error
            [1,2,3]                                        | a JSON object is expected
            null                                           | a JSON object is expected
            "text"                                         | a JSON object is expected
            {"metadata":{"name":"x"}} trailing             | json parse error
            {"data":{"a":NaN}}                             | json parse error
            {'metadata':{}}                                | json parse error
            {"metadata":[]}                                | metadata
            {"metadata":{"name":1}}                        | metadata.name
            {"metadata":{"name":"x"},"data":"text"}        | data
            {"metadata":{"name":"x"},"data":{"k":{"a":1}}} | data
            {"metadata":{"name":"x"},"binaryData":{"k":"%"}} | binaryData
            {"metadata":{"labels":{"a":1e999}}}            | labels
            """)
    void areRefusedWithWhatIsWrong(String body, String told) throws IOException {
        Reply reply = victim.ask("POST", CONFIGMAPS, JSON, body == null ? "" : body);
        assertThat(reply.fault(false)).as(reply::toString).isEmpty();
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.reason()).isEqualTo("BadRequest");
        assertThat(reply.message()).contains(told);
    }

    @Test
    void nestedTooDeepAreRefusedInEveryEncoding() throws IOException {
        String json = "{\"a\":".repeat(20_000) + "1" + "}".repeat(20_000);
        String flow = "a: " + "[".repeat(20_000) + "]".repeat(20_000);
        StringBuilder block = new StringBuilder();
        for (int i = 0; i < 1200; i++) {
            block.append(" ".repeat(i)).append("a:\n");
        }
        assertThat(victim.ask("POST", CONFIGMAPS, JSON, json).status()).isEqualTo(400);
        for (String yaml : new String[] {json, flow, block.toString()}) {
            assertThat(victim.ask("POST", CONFIGMAPS, "application/yaml", yaml).status())
                    .isEqualTo(400);
        }
        for (String patch :
                new String[] {"json-patch+json", "merge-patch+json", "strategic-merge-patch+json", "apply-patch+yaml"
                }) {
            String target = CONFIGMAPS + "/kube-root-ca.crt?fieldManager=x";
            Reply reply = victim.ask("PATCH", target, "application/" + patch, json);
            assertThat(reply.status()).as(patch + " " + reply).isEqualTo(400);
        }
    }

    /// Each level doubles what the one below stands for.
    @Test
    void thatGrowWhenTheyAreReadAreRefused() throws IOException {
        StringBuilder yaml = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
        for (int i = 1; i < 12; i++) {
            String below = "*a" + (i - 1);
            yaml.append("a%d: &a%d [%s]\n".formatted(i, i, String.join(",", Collections.nCopies(10, below))));
        }
        Reply reply = victim.ask("POST", CONFIGMAPS, "application/yaml", yaml.toString());
        assertThat(reply.status()).as(reply::toString).isEqualTo(400);
        String loop = "metadata: &m {name: x, labels: *m}\n";
        assertThat(victim.ask("POST", CONFIGMAPS, "application/yaml", loop).status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            POST  | text/plain                 | 415 | UnsupportedMediaType
            POST  | multipart/form-data; boundary=a | 415 | UnsupportedMediaType
            POST  | application/merge-patch+json | 415 | UnsupportedMediaType
            POST  | ;;;                        | 400 | BadRequest
            PATCH | application/json           | 415 | UnsupportedMediaType
            PATCH | application/x-protobuf     | 415 | UnsupportedMediaType
            POST  | application/vnd.kubernetes.protobuf | 400 | BadRequest
            """)
    void ofUnknownTypesAreRefused(String method, String type, int status, String reason) throws IOException {
        String target = method.equals("PATCH") ? CONFIGMAPS + "/kube-root-ca.crt" : CONFIGMAPS;
        Reply reply = victim.ask(method, target, type, "not json");
        assertThat(reply.fault(false)).as(reply::toString).isEmpty();
        assertThat(reply.status()).as(reply::toString).isEqualTo(status);
        assertThat(reply.reason()).isEqualTo(reason);
    }

    @Test
    void inUnknownFormsCannotBeHad() throws IOException {
        for (String accept :
                new String[] {"text/html", "image/png;q=1", "application/json;as=Nonsense;g=meta.k8s.io;v=v1"}) {
            Reply reply = victim.ask("GET " + CONFIGMAPS + " HTTP/1.1\r\nAccept: " + accept + "\r\n", new byte[0]);
            assertThat(reply.status()).as(reply::toString).isEqualTo(406);
            assertThat(reply.reason()).isEqualTo("NotAcceptable");
            assertThat(reply.message()).contains("application/json");
        }
    }
}
