package dev.archipelago.controller.remote;

import static dev.archipelago.controller.testing.Things.CONFIG_MAPS;
import static dev.archipelago.controller.testing.Things.PODS;
import static dev.archipelago.controller.testing.Things.configMap;
import static dev.archipelago.controller.testing.Things.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.testing.RecordingWatcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Behaviour that our own server never shows, but others may.
class RemoteFaultsTest {
    private static final Key ONE = new Key("default", "one");
    private static final String MAP = "{'metadata':{'namespace':'default','name':'%s','resourceVersion':'%d'}}";
    private static final Transport.Limits LONG =
            new Transport.Limits(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(15));

    @TempDir
    private Path directory;

    private FakeServer server;
    private RemoteClusterApi api;

    @BeforeEach
    void start() throws IOException {
        server = new FakeServer();
        api = connect("{token: secret}", LONG);
    }

    private RemoteClusterApi connect(String user, Transport.Limits limits) throws IOException {
        return RemoteClusterApi.connect(
                server.kubeconfig(directory, user), "a manager", "tester/2.0", limits, AnswerLimits.Limits.USUAL);
    }

    @AfterEach
    void stop() {
        api.close();
        server.close();
    }

    private ApiException failureOfGet() {
        ApiException failure = catchThrowableOfType(ApiException.class, () -> api.get(CONFIG_MAPS, ONE));
        assertThat(failure).isNotNull();
        return failure;
    }

    @Test
    void requestsSayWhoSendsThem() {
        server.answer(201, MAP.formatted("one", 7));

        api.create(CONFIG_MAPS, configMap("default", "one"));

        FakeServer.Asked asked = server.asked();
        assertThat(asked.line())
                .isEqualTo("POST /prefix/api/v1/namespaces/default/configmaps"
                        + "?fieldManager=a%20manager&fieldValidation=Strict");
        assertThat(asked.authorization()).isEqualTo("Bearer secret");
        assertThat(asked.userAgent()).isEqualTo("tester/2.0");
    }

    @Test
    void deleteOptionsAreSentAsTheyAre() {
        server.answer(200, "{'kind':'Status','status':'Success'}");

        Optional<?> left = api.delete(
                CONFIG_MAPS,
                ONE,
                new DeleteOptions(true, Optional.of(3L), Optional.of(DeleteOptions.Propagation.ORPHAN), "u", "9"));

        assertThat(left).isEmpty();
        FakeServer.Asked asked = server.asked();
        assertThat(asked.line()).isEqualTo("DELETE /prefix/api/v1/namespaces/default/configmaps/one");
        assertThat(json(asked.body()))
                .isEqualTo(json("{'apiVersion':'v1','kind':'DeleteOptions','gracePeriodSeconds':3,"
                        + "'propagationPolicy':'Orphan','dryRun':['All'],"
                        + "'preconditions':{'uid':'u','resourceVersion':'9'}}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'resourceVersion':'9'                                                             | gone",
                "'resourceVersion':'9','deletionTimestamp':'t','deletionGracePeriodSeconds':0      | gone",
                "'resourceVersion':'9','deletionTimestamp':'t','deletionGracePeriodSeconds':30     | left",
                "'resourceVersion':'9','deletionTimestamp':'t','finalizers':['f']                  | left"
            },
            quoteCharacter = '"')
    void anObjectAsTheAnswerToADeleteMayBeGone(String metadata, String outcome) {
        server.answer(200, "{'kind':'Pod','metadata':{" + metadata + "}}");

        assertThat(api.delete(PODS, ONE, DeleteOptions.NONE).isPresent()).isEqualTo(outcome.equals("left"));
    }

    @Test
    void aServerThatIsBusyIsAskedAgainAfterAWhile() {
        FakeServer.Answer busy = exchange -> {
            exchange.getResponseHeaders().add("Retry-After", "0");
            FakeServer.text(429, "{}").give(exchange);
        };
        server.answer(busy).answer(busy).answer(200, MAP.formatted("one", 5));
        assertThat(api.get(CONFIG_MAPS, ONE).orElseThrow().resourceVersion()).isEqualTo(5);

        server.answer(busy).answer(busy).answer(busy).answer(busy);
        assertThat(failureOfGet().reason()).isEqualTo(Reason.TOO_MANY_REQUESTS);

        server.answer(429, "{}");
        assertThat(failureOfGet().reason())
                .as("nobody said that it is worth to wait")
                .isEqualTo(Reason.TOO_MANY_REQUESTS);
    }

    @ParameterizedTest
    @CsvSource({
        "404,                  , NOT_FOUND",
        "409, Conflict         , CONFLICT",
        "409, AlreadyExists    , ALREADY_EXISTS",
        "409,                  , CONFLICT",
        "500, ServerTimeout    , TIMEOUT",
        "500, NobodyKnows      , INTERNAL_ERROR",
        "418, NobodyKnows      , BAD_REQUEST",
        "599,                  , INTERNAL_ERROR",
        "502,                  , SERVICE_UNAVAILABLE",
        "403, Forbidden        , FORBIDDEN"
    })
    void errorsKeepTheirReason(int code, String reason, Reason expected) {
        String said = reason == null ? "<html>what stands before the server</html>" : "";
        server.answer(
                code,
                said.isEmpty()
                        ? "{'kind':'Status','reason':'%s','code':%d,'message':'m','details':{'kind':'configmaps','retryAfterSeconds':4}}"
                                .formatted(reason, code)
                        : said);

        ApiException failure = failureOfGet();

        assertThat(failure.reason()).isEqualTo(expected);
        assertThat(failure).hasMessageContaining(said.isEmpty() ? "m" : "what stands before");
        assertThat(failure.details().retryAfterSeconds()).isEqualTo(said.isEmpty() ? 4 : 0);
    }

    @Test
    void aServerThatIsNotThereIsUnavailable() {
        server.close();

        assertThat(failureOfGet().reason()).isEqualTo(Reason.SERVICE_UNAVAILABLE);
    }

    @Test
    void aServerThatDoesNotAnswerIsGivenUp() throws IOException {
        api.close();
        api = connect(
                "{}", new Transport.Limits(Duration.ofMillis(200), Duration.ofSeconds(30), Duration.ofSeconds(15)));
        // Starts an answer and does not end it.
        server.answer(exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            Thread.sleep(Duration.ofSeconds(20));
        });
        assertThat(failureOfGet().reason()).isEqualTo(Reason.TIMEOUT);

        server.answer(200, MAP.formatted("one", 5));
        assertThat(api.get(CONFIG_MAPS, ONE)).isPresent();
    }

    @Test
    void aTokenInAFileIsReadAgainWhenItChangesOrIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "first\n");
        FileTime time = Files.getLastModifiedTime(file);
        api.close();
        api = connect("{tokenFile: token, token: ignored}", LONG);
        server.answer(200, MAP.formatted("one", 5)).answer(200, MAP.formatted("one", 5));

        api.get(CONFIG_MAPS, ONE);
        Files.writeString(file, "second");
        Files.setLastModifiedTime(file, FileTime.fromMillis(time.toMillis() + 5000));
        api.get(CONFIG_MAPS, ONE);
        assertThat(server.asked().authorization()).isEqualTo("Bearer first");
        assertThat(server.asked().authorization()).isEqualTo("Bearer second");

        FileTime same = Files.getLastModifiedTime(file);
        Files.writeString(file, "third");
        Files.setLastModifiedTime(file, same);
        server.answer(401, "{}").answer(200, MAP.formatted("one", 5));
        api.get(CONFIG_MAPS, ONE);
        assertThat(server.asked().authorization()).isEqualTo("Bearer second");
        assertThat(server.asked().authorization()).isEqualTo("Bearer third");
    }

    @Test
    void pagesThatExpireAreFollowedByAWholeList() {
        server.answer(
                        200,
                        "{'metadata':{'resourceVersion':'10','continue':'a+b'},'items':[" + MAP.formatted("one", 4)
                                + "]}")
                .answer(410, "{'kind':'Status','reason':'Expired','code':410}")
                .answer(
                        200,
                        "{'metadata':{'resourceVersion':'12'},'items':[" + MAP.formatted("one", 4) + ','
                                + MAP.formatted("two", 12) + "]}");

        var listing = api.list(CONFIG_MAPS);

        assertThat(listing.resourceVersion()).isEqualTo(12);
        assertThat(listing.objects()).extracting(AnyObject::name).containsExactly("one", "two");
        assertThat(listing.objects().getFirst().tree().path("kind").asString()).isEqualTo("ConfigMap");
        assertThat(server.asked().line()).endsWith("?limit=500");
        assertThat(server.asked().line()).endsWith("?limit=500&continue=a%2Bb");
        assertThat(server.asked().line()).endsWith("/configmaps");
    }

    @Test
    void aWatchGoesOnWhereTheLastAnswerEnded() {
        RecordingWatcher watcher = new RecordingWatcher();
        server.events(true, event("ADDED", "one", 11), event("DELETED", "one", 12))
                .events(true, event("BOOKMARK", "", 40))
                .events(true, event("MODIFIED", "two", 41), "{'type':'ADDED','obj")
                .events(true, "{'type':'ERROR','object':{'kind':'Status','code':410,'reason':'Gone'}}");

        api.watch(CONFIG_MAPS, 10, watcher);

        assertThat(watcher.next()).isEqualTo("changed one@11");
        assertThat(watcher.next()).isEqualTo("removed one@12");
        assertThat(watcher.next()).isEqualTo("progressed @40");
        assertThat(watcher.next()).isEqualTo("changed two@41");
        assertThat(watcher.next()).isEqualTo("ended EXPIRED");
        String first = server.asked().line();
        assertThat(first)
                .contains("/configmaps?watch=true&allowWatchBookmarks=true&resourceVersion=10&timeoutSeconds=");
        assertThat(Integer.parseInt(first.substring(first.lastIndexOf('=') + 1)))
                .isBetween(300, 600);
        assertThat(server.asked().line()).contains("resourceVersion=12&");
        assertThat(server.asked().line()).contains("resourceVersion=40&");
        assertThat(server.asked().line()).contains("resourceVersion=41&");
    }

    private static String event(String type, String name, long revision) {
        return "{'type':'" + type + "','object':" + MAP.formatted(name, revision) + '}';
    }

    @Test
    void aWatchThatCannotBeContinuedEnds() {
        RecordingWatcher watcher = new RecordingWatcher();
        server.events(true, event("ADDED", "one", 11)).answer(403, "{}");

        api.watch(CONFIG_MAPS, 10, watcher);

        assertThat(watcher.next()).isEqualTo("changed one@11");
        assertThat(watcher.next()).isEqualTo("ended FORBIDDEN");
    }

    @Test
    void aWatchOnAConnectionThatIsDeadIsOpenedAgain() throws IOException {
        api.close();
        api = connect(
                "{}", new Transport.Limits(Duration.ofSeconds(30), Duration.ofMillis(100), Duration.ofSeconds(1)));
        RecordingWatcher watcher = new RecordingWatcher();
        server.events(false, event("ADDED", "one", 11)).events(false, event("ADDED", "two", 12));

        api.watch(CONFIG_MAPS, 10, watcher);
        assertThat(watcher.next()).isEqualTo("changed one@11");
        server.becomeMute();

        assertThat(watcher.next()).isEqualTo("changed two@12");
        server.asked();
        assertThat(server.asked().line()).contains("resourceVersion=11&");
    }

    @Test
    void aWatchThatIsClosedSaysNothingMore() {
        RecordingWatcher watcher = new RecordingWatcher();
        server.events(false, event("ADDED", "one", 11));
        var watch = api.watch(CONFIG_MAPS, 10, watcher);
        assertThat(watcher.next()).isEqualTo("changed one@11");

        watch.close();

        assertThat(watcher.isSilent()).isTrue();
    }
}
