package dev.archipelago.apiserver.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.TestingClient.Answer;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Parameters that make no sense, or contradict each other: the answer says which.
@ExtendWith(SharedVictim.class)
class QueriesIT {
    private static final String CONFIGMAPS = "/api/v1/namespaces/default/configmaps";

    private final Victim victim;

    QueriesIT(Victim victim) {
        this.victim = victim;
    }

    @AfterEach
    void goesOn() {
        victim.assertUnharmed();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            labelSelector=a%20b             | 400 | unable to parse requirement
            labelSelector=a%20in%20(        | 400 | unable to parse requirement
            labelSelector=%3D               | 400 | found '=', expected
            labelSelector=a%3D%3D%3Db       | 400 | unable to parse requirement
            labelSelector=a%3E%22x%22       | 400 | unable to parse requirement
            labelSelector=-bad-%3Dx         | 400 | unable to parse requirement
            labelSelector=a/b/c             | 400 | unable to parse requirement
            fieldSelector=metadata.name     | 400 | invalid selector
            fieldSelector=spec.nothing%3Dx  | 400 | spec.nothing
            fieldSelector=metadata.name%3Da%5Cq | 400 | invalid field selector
            continue=garbage                | 400 | continue key is not valid
            continue=%25%25%25              | 400 | continue key is not valid
            continue=bnVsbA                 | 400 | continue key is not valid
            continue=W10                    | 400 | continue key is not valid
            limit=many                      | 400 | limit
            limit=1.5                       | 400 | limit
            limit=99999999999999999999      | 400 | limit
            timeoutSeconds=soon             | 400 | timeoutSeconds
            resourceVersion=newest          | 422 | resourceVersion
            resourceVersion=-1              | 422 | resourceVersion
            resourceVersion=1e3             | 422 | resourceVersion
            resourceVersion=99999999999999999999 | 422 | resourceVersion
            resourceVersionMatch=Exact      | 422 | resourceVersionMatch
            resourceVersionMatch=Roughly&resourceVersion=1 | 422 | resourceVersionMatch
            resourceVersionMatch=Exact&resourceVersion=0   | 422 | resourceVersionMatch
            sendInitialEvents=true          | 422 | sendInitialEvents
            watch=1&sendInitialEvents=true  | 422 | resourceVersionMatch
            watch=1&resourceVersionMatch=NotOlderThan      | 422 | resourceVersionMatch
            watch=1&resourceVersion=x       | 422 | resourceVersion
            watch=1&labelSelector=%3D       | 400 | found '=', expected
            %zz=1                           | 400 | invalid URL escape
            a=%                             | 400 | invalid URL escape
            """)
    void areRefusedWithTheNameOfTheParameter(String query, int status, String told) throws IOException {
        Reply reply = victim.ask("GET", CONFIGMAPS + '?' + query, "", "");
        assertThat(reply.fault(false)).as(reply::toString).isEmpty();
        assertThat(reply.status()).as(reply::toString).isEqualTo(status);
        assertThat(reply.message()).contains(told);
    }

    /// At once, and not when there is a first event to write.
    @Test
    void ofTablesAreCheckedBeforeAWatchBegins() {
        Answer answer = victim.client()
                .get(CONFIGMAPS + "?watch=1&includeObject=Some", "application/json;as=Table;v=v1;g=meta.k8s.io");
        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.text()).contains("includeObject");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            POST   | dryRun=Some                    | dryRun
            POST   | fieldValidation=Sometimes      | fieldValidation
            DELETE | propagationPolicy=Sideways     | propagationPolicy
            DELETE | orphanDependents=true&propagationPolicy=Orphan | propagationPolicy
            DELETE | dryRun=1                       | dryRun
            """)
    void ofWritesAreCheckedToo(String method, String query, String field) throws IOException {
        String target = CONFIGMAPS + (method.equals("DELETE") ? "/x?" : "?") + query;
        Reply reply = victim.ask(method, target, "application/json", method.equals("DELETE") ? "" : "{}");
        assertThat(reply.status()).as(reply::toString).isEqualTo(422);
        assertThat(reply.reason()).isEqualTo("Invalid");
        assertThat(reply.message()).contains(field);
    }

    /// A token is only a place to go on from: that of another resource shows nothing but the resource asked for.
    @Test
    void tokensOfOtherResourcesLeadToNothingElse() throws IOException {
        JsonNode roles = victim.ask("GET", "/apis/rbac.authorization.k8s.io/v1/clusterroles?limit=1", "", "")
                .json();
        String token = roles.path("metadata").path("continue").asString();
        Reply reply = victim.ask("GET", CONFIGMAPS + "?continue=" + token, "", "");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().path("kind").asString()).isEqualTo("ConfigMapList");
        String climbing = token("default/../../secrets/", 1);
        assertThat(victim.ask("GET", CONFIGMAPS + "?continue=" + climbing, "", "")
                        .status())
                .isIn(200, 400, 410);
    }

    @Test
    void tokensAndVersionsFromBeforeACompactionAreGone() throws IOException {
        victim.client().post(CONFIGMAPS, "{\"metadata\":{\"name\":\"compacted\"}}");
        long now = victim.server().store().latestRevision();
        victim.server().store().compact(now);
        for (String query :
                new String[] {"continue=" + token("a", 1), "resourceVersion=1&resourceVersionMatch=Exact"}) {
            Reply reply = victim.ask("GET", CONFIGMAPS + '?' + query, "", "");
            assertThat(reply.status()).as(query).isEqualTo(410);
            assertThat(reply.reason()).isEqualTo("Expired");
        }
        // A watch that cannot begin says so in its first event.
        Reply watch = victim.ask("GET", CONFIGMAPS + "?watch=1&resourceVersion=1", "", "");
        assertThat(new String(watch.body(), StandardCharsets.UTF_8)).contains("\"type\":\"ERROR\"", "\"code\":410");
        victim.client().delete(CONFIGMAPS + "/compacted");
    }

    @Test
    void versionsFromTheFutureAreWaitedForAWhile() throws IOException {
        Reply reply = victim.ask("GET", CONFIGMAPS + "?resourceVersion=999999999", "", "");
        assertThat(reply.status()).isEqualTo(504);
        assertThat(reply.reason()).isEqualTo("Timeout");
        assertThat(reply.message()).contains("Too large resource version");
    }

    private static String token(String start, long revision) {
        String json = "{\"v\":\"meta.k8s.io/v1\",\"rv\":" + revision + ",\"start\":\"" + start + "\"}";
        String token = Base64.getUrlEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));
        return URLEncoder.encode(token, StandardCharsets.UTF_8);
    }
}
