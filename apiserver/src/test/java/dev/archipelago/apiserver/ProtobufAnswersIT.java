package dev.archipelago.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.Runtime.Unknown;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Apps;
import io.kubernetes.client.proto.V1Authorization;
import io.kubernetes.client.proto.V1Autoscaling;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A client that accepts protobuf and nothing else, and reads it with the official client's classes.
@ExtendWith(OwnServer.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class ProtobufAnswersIT {
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    private static final String PARTIAL = ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    private static final String PARTIAL_LIST = ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    private static final String CONFIGMAPS = "/api/v1/namespaces/default/configmaps";
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
    private static final String BOATS = "/apis/example.org/v1/namespaces/default/boats";
    private static final String INITIAL =
            "?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";

    private final TestingApiServer server;
    private final TestingClient client;

    ProtobufAnswersIT(TestingApiServer server) {
        this.server = server;
        client = server.admin();
    }

    @BeforeAll
    void create() throws InterruptedException {
        client.post(CONFIGMAPS, "{\"metadata\":{\"name\":\"a\",\"labels\":{\"l\":\"1\"}},\"data\":{\"k\":\"v\"}}");
        client.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", """
                {"metadata":{"name":"boats.example.org"},"spec":{"group":"example.org","scope":"Namespaced",
                 "names":{"plural":"boats","singular":"boat","kind":"Boat"},
                 "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}}
                """);
        while (client.post(BOATS, "{\"apiVersion\":\"example.org/v1\",\"kind\":\"Boat\",\"metadata\":{\"name\":\"b\"}}")
                        .code()
                != 201) {
            Thread.sleep(50);
        }
    }

    private <T> HttpResponse<T> send(
            String method, String path, String contentType, String body, String accept, BodyHandler<T> handler)
            throws Exception {
        return client.http()
                .send(
                        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + server.port() + path))
                                .header("Authorization", "Bearer " + server.adminToken())
                                .header("Content-Type", contentType)
                                .header("Accept", accept)
                                .method(
                                        method,
                                        body.isEmpty()
                                                ? HttpRequest.BodyPublishers.noBody()
                                                : HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        handler);
    }

    private Unknown answer(int code, String method, String path, String body, String accept) throws Exception {
        String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
        HttpResponse<byte[]> response = send(method, path, type, body, accept, BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(code);
        assertThat(response.headers().firstValue("Content-Type")).contains(PROTOBUF);
        return envelope(response.body());
    }

    private Unknown get(String path, String accept) throws Exception {
        return answer(200, "GET", path, "", accept);
    }

    private static Unknown envelope(byte[] body) throws IOException {
        assertThat(Arrays.copyOf(body, 4)).containsExactly('k', '8', 's', 0);
        return Unknown.parseFrom(Arrays.copyOfRange(body, 4, body.length));
    }

    @Test
    void objects() throws Exception {
        Unknown got = get(CONFIGMAPS + "/a", PROTOBUF);
        assertThat(got.getTypeMeta().getKind()).isEqualTo("ConfigMap");
        V1.ConfigMap object = V1.ConfigMap.parseFrom(got.getRaw());
        assertThat(object.getDataMap()).containsEntry("k", "v");
        assertThat(object.getMetadata().getUid()).isNotEmpty();
        assertThat(object.getMetadata().getResourceVersion()).isNotEmpty();
        assertThat(object.getMetadata()
                        .getManagedFields(0)
                        .getFieldsV1()
                        .getRaw()
                        .toStringUtf8())
                .startsWith("{\"f:data\":");
    }

    @Test
    void lists() throws Exception {
        Unknown got = get(CONFIGMAPS + "?labelSelector=l", PROTOBUF);
        assertThat(got.getTypeMeta().getKind()).isEqualTo("ConfigMapList");
        V1.ConfigMapList list = V1.ConfigMapList.parseFrom(got.getRaw());
        assertThat(list.getMetadata().getResourceVersion()).isNotEmpty();
        assertThat(list.getItemsList().stream().map(item -> item.getMetadata().getName()))
                .containsExactly("a");
    }

    @Test
    void whatIsWrittenAndWhatIsNotThere() throws Exception {
        V1.ConfigMap created =
                V1.ConfigMap.parseFrom(answer(201, "POST", CONFIGMAPS, "{\"metadata\":{\"name\":\"w\"}}", PROTOBUF)
                        .getRaw());
        assertThat(created.getMetadata().getName()).isEqualTo("w");
        V1.ConfigMap patched =
                V1.ConfigMap.parseFrom(answer(200, "PATCH", CONFIGMAPS + "/w", "{\"data\":{\"x\":\"y\"}}", PROTOBUF)
                        .getRaw());
        assertThat(patched.getDataMap()).containsEntry("x", "y");
        Meta.Status deleted = Meta.Status.parseFrom(
                answer(200, "DELETE", CONFIGMAPS + "/w", "", PROTOBUF).getRaw());
        assertThat(deleted.getStatus()).isEqualTo("Success");
        Unknown missing = answer(404, "GET", CONFIGMAPS + "/w", "", PROTOBUF);
        assertThat(missing.getTypeMeta().getKind()).isEqualTo("Status");
        Meta.Status status = Meta.Status.parseFrom(missing.getRaw());
        assertThat(status.getReason()).isEqualTo("NotFound");
        assertThat(status.getMessage()).isEqualTo("configmaps \"w\" not found");
        assertThat(status.getCode()).isEqualTo(404);
        assertThat(status.getDetails().getName()).isEqualTo("w");
    }

    @Test
    void subresourcesAndReviews() throws Exception {
        client.post(DEPLOYMENTS, """
                {"metadata":{"name":"d"},"spec":{"replicas":3,"selector":{"matchLabels":{"a":"b"}},
                 "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i",
                  "resources":{"requests":{"cpu":"100m"}}}]}}}}""");
        V1Apps.Deployment deployment =
                V1Apps.Deployment.parseFrom(get(DEPLOYMENTS + "/d", PROTOBUF).getRaw());
        assertThat(deployment
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers(0)
                        .getResources()
                        .getRequestsOrThrow("cpu")
                        .getString())
                .isEqualTo("100m");
        V1Autoscaling.Scale scale = V1Autoscaling.Scale.parseFrom(
                get(DEPLOYMENTS + "/d/scale", PROTOBUF).getRaw());
        assertThat(scale.getSpec().getReplicas()).isEqualTo(3);
        V1Authorization.SelfSubjectAccessReview review = V1Authorization.SelfSubjectAccessReview.parseFrom(answer(
                        201,
                        "POST",
                        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                        "{\"spec\":{\"nonResourceAttributes\":{\"path\":\"/\",\"verb\":\"get\"}}}",
                        PROTOBUF)
                .getRaw());
        assertThat(review.getStatus().getAllowed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {CONFIGMAPS + "/a", BOATS + "/b"})
    void metadataAlone(String path) throws Exception {
        Unknown got = get(path, PROTOBUF + PARTIAL);
        assertThat(got.getTypeMeta().getApiVersion()).isEqualTo("meta.k8s.io/v1");
        assertThat(got.getTypeMeta().getKind()).isEqualTo("PartialObjectMetadata");
        Meta.PartialObjectMetadata object = Meta.PartialObjectMetadata.parseFrom(got.getRaw());
        assertThat(path).endsWith('/' + object.getMetadata().getName());
    }

    @Test
    void metadataOfLists() throws Exception {
        Unknown got = get(BOATS, PROTOBUF + PARTIAL_LIST);
        assertThat(got.getTypeMeta().getKind()).isEqualTo("PartialObjectMetadataList");
        Meta.PartialObjectMetadataList list = Meta.PartialObjectMetadataList.parseFrom(got.getRaw());
        assertThat(list.getItems(0).getMetadata().getName()).isEqualTo("b");
    }

    @Test
    void customResourcesAndTablesHaveNoProtobuf() throws Exception {
        for (String path : new String[] {BOATS, BOATS + "/b", BOATS + "?watch=true"}) {
            Meta.Status refused =
                    Meta.Status.parseFrom(answer(406, "GET", path, "", PROTOBUF).getRaw());
            assertThat(refused.getMessage())
                    .isEqualTo("only the following media types are accepted: application/json, application/yaml");
        }
        assertThat(client.get(BOATS, PROTOBUF + ",application/json").at("kind")).isEqualTo("BoatList");
        String table = PROTOBUF + ";as=Table;g=meta.k8s.io;v=v1";
        assertThat(client.get(CONFIGMAPS, table).code()).isEqualTo(406);
        assertThat(client.get(CONFIGMAPS, table + ",application/json").at("kind"))
                .isEqualTo("ConfigMapList");
    }

    @Test
    void whoAcceptsJsonTooGetsJson() {
        assertThat(client.get(CONFIGMAPS + "/a", PROTOBUF + ",application/json").at("kind"))
                .isEqualTo("ConfigMap");
        assertThat(client.get(CONFIGMAPS + "/none", PROTOBUF + ", */*").at("kind"))
                .isEqualTo("Status");
    }

    @ParameterizedTest
    @ValueSource(strings = {PROTOBUF, PROTOBUF + ";stream=watch"})
    void watches(String accept) throws Exception {
        HttpResponse<InputStream> response =
                send("GET", CONFIGMAPS + INITIAL, "text/plain", "", accept, BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains(PROTOBUF + ";stream=watch");
        try (DataInputStream in = new DataInputStream(response.body())) {
            Meta.WatchEvent event = event(in);
            while (!event.getType().equals("BOOKMARK")) {
                assertThat(event.getType()).isEqualTo("ADDED");
                event = event(in);
            }
            assertThat(configMap(event).getMetadata().getAnnotationsMap())
                    .containsEntry("k8s.io/initial-events-end", "true");

            client.post(CONFIGMAPS, "{\"metadata\":{\"name\":\"seen\"},\"data\":{\"k\":\"1\"}}");
            client.merge(CONFIGMAPS + "/seen", "{\"data\":{\"k\":\"2\"}}");
            client.delete(CONFIGMAPS + "/seen");
            event = event(in);
            assertThat(event.getType()).isEqualTo("ADDED");
            assertThat(configMap(event).getMetadata().getName()).isEqualTo("seen");
            event = event(in);
            assertThat(event.getType()).isEqualTo("MODIFIED");
            assertThat(configMap(event).getDataMap()).containsEntry("k", "2");
            assertThat(event(in).getType()).isEqualTo("DELETED");
        }
    }

    @Test
    void watchesOfMetadata() throws Exception {
        HttpResponse<InputStream> response =
                send("GET", BOATS + INITIAL, "text/plain", "", PROTOBUF + PARTIAL, BodyHandlers.ofInputStream());
        try (DataInputStream in = new DataInputStream(response.body())) {
            for (String type : new String[] {"ADDED", "BOOKMARK"}) {
                Meta.WatchEvent event = event(in);
                assertThat(event.getType()).isEqualTo(type);
                assertThat(object(event).getTypeMeta().getKind()).isEqualTo("PartialObjectMetadata");
                Meta.PartialObjectMetadata object =
                        Meta.PartialObjectMetadata.parseFrom(object(event).getRaw());
                assertThat(object.getMetadata().getResourceVersion()).isNotEmpty();
            }
        }
    }

    @Test
    void aWatchOfWhatIsGoneEndsWithAnError() throws Exception {
        server.store().compact(server.store().observedRevision());
        HttpResponse<InputStream> response = send(
                "GET",
                CONFIGMAPS + "?watch=true&resourceVersion=1",
                "text/plain",
                "",
                PROTOBUF,
                BodyHandlers.ofInputStream());
        try (DataInputStream in = new DataInputStream(response.body())) {
            Meta.WatchEvent event = event(in);
            assertThat(event.getType()).isEqualTo("ERROR");
            assertThat(Meta.Status.parseFrom(object(event).getRaw()).getCode()).isEqualTo(410);
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void overWebSocketEachEventIsAMessageOfBytes() throws Exception {
        BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
        WebSocket socket = client.http()
                .newWebSocketBuilder()
                .header("Authorization", "Bearer " + server.adminToken())
                .header("Accept", PROTOBUF)
                .buildAsync(
                        URI.create("wss://127.0.0.1:" + server.port() + CONFIGMAPS + INITIAL), new Messages(received))
                .get();
        Meta.WatchEvent event = Meta.WatchEvent.parseFrom(received.take());
        assertThat(event.getType()).isEqualTo("ADDED");
        assertThat(configMap(event).getMetadata().getName()).isNotEmpty();
        socket.abort();
    }

    private static Meta.WatchEvent event(DataInputStream in) throws IOException {
        return Meta.WatchEvent.parseFrom(in.readNBytes(in.readInt()));
    }

    private static Unknown object(Meta.WatchEvent event) throws IOException {
        return envelope(event.getObject().getRaw().toByteArray());
    }

    private static V1.ConfigMap configMap(Meta.WatchEvent event) throws IOException {
        Unknown object = object(event);
        assertThat(object.getTypeMeta().getKind()).isEqualTo("ConfigMap");
        return V1.ConfigMap.parseFrom(object.getRaw());
    }

    /// Collects messages of bytes.
    private static final class Messages implements WebSocket.Listener {
        private final BlockingQueue<byte[]> received;
        private final ByteArrayOutputStream partial = new ByteArrayOutputStream();

        Messages(BlockingQueue<byte[]> received) {
            this.received = received;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            byte[] bytes = new byte[data.remaining()];
            data.get(bytes);
            partial.writeBytes(bytes);
            if (last) {
                received.add(partial.toByteArray());
                partial.reset();
            }
            socket.request(1);
            return null;
        }
    }
}
