package dev.archipelago.apiserver.hostile;

import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.hostile.Samples.Sample;
import dev.archipelago.model.kinds.ResourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.node.ObjectNode;

/// Requests of every sort, drawn from one source of chance.
final class FuzzRequests {
    private static final List<Sample> SAMPLES = Samples.all();
    private static final List<Sample> BARE = Samples.bare();
    private static final List<String> ACCEPTS = List.of(
            "application/json",
            "*/*",
            "application/yaml",
            "application/json;as=Table;v=v1;g=meta.k8s.io,application/json",
            "application/json;as=Table;v=v1beta1;g=meta.k8s.io",
            "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
            "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
            "application/vnd.kubernetes.protobuf,application/json;q=0.5",
            "application/vnd.kubernetes.protobuf",
            "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json");
    private static final List<String> STRANGE_ACCEPTS = List.of(
            "application/json;as=Nothing;v=v9;g=x",
            "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io",
            "text/html",
            ";;;",
            "application/json;q=nan,;,",
            ",");
    private static final List<String> CONTENT_TYPES = List.of(
            "application/json",
            "application/json; charset=utf-8",
            "application/yaml",
            "application/vnd.kubernetes.protobuf",
            "application/json-patch+json",
            "application/merge-patch+json",
            "application/strategic-merge-patch+json",
            "application/apply-patch+yaml",
            "text/plain",
            "multipart/form-data; boundary=x",
            "application/x-www-form-urlencoded",
            ";",
            "application/JSON;;;");
    private static final List<String> STRANGE_HEADERS = List.of(
            "Impersonate-User: system:anonymous",
            "Impersonate-User: u",
            "Impersonate-Group: g",
            "Impersonate-Extra-a%2fb: c",
            "Impersonate-Uid: 1",
            "Impersonate-User: ",
            "Authorization: Basic eA==",
            "Authorization: Bearer a.b.c",
            "Authorization: Bearer ",
            "Content-Encoding: gzip",
            "Accept-Encoding: gzip, br",
            "Expect: 100-continue",
            "Upgrade: websocket",
            "Connection: close",
            "If-None-Match: *",
            "Range: bytes=0-1",
            "X-HTTP-Method-Override: DELETE",
            "User-Agent: \u00e9\u00fc " + "a".repeat(300),
            "Cookie: a=b; c",
            "X-Forwarded-Host: other",
            "Audit-ID: " + "9".repeat(2000));

    private final Random random;
    private final OddValues odd;
    private final FuzzTargets targets;
    private final FuzzBodies bodies;
    private final String authorization;

    FuzzRequests(Random random, String authorization) {
        this.random = random;
        this.authorization = authorization;
        odd = new OddValues(random);
        targets = new FuzzTargets(random, odd);
        bodies = new FuzzBodies(random, odd);
    }

    FuzzRequest next() {
        Sample sample = odd.oneIn(5) ? odd.pick(BARE) : odd.pick(SAMPLES);
        ResourceKind kind = sample.kind();
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4 -> create(sample);
            case 5, 6 -> update(sample);
            case 7, 8, 9, 10, 11 -> patch(sample);
            case 12 -> bodiless("GET", place(kind) + targets.query(3));
            case 13, 14 -> bodiless("GET", targets.collection(kind) + targets.query(4));
            case 15 -> bodiless("GET", join(targets.collection(kind) + targets.query(4), "watch=1"));
            case 16 -> delete(kind);
            case 17 -> bodiless(odd.pick(List.of("GET", "GET", "HEAD", "POST")), targets.elsewhere());
            case 18 -> bodiless(odd.pick(List.of("HEAD", "OPTIONS", "TRACE", "CONNECT", "BREW", "get")), place(kind));
            default -> anything(sample);
        };
    }

    /// Brings every sample into being, so that there is something to change.
    List<FuzzRequest> samples() {
        List<FuzzRequest> requests = new ArrayList<>();
        for (Sample sample : SAMPLES) {
            String root = sample.kind().group().isEmpty()
                    ? "/api/"
                    : "/apis/" + sample.kind().group() + '/';
            String path = root
                    + sample.kind().version()
                    + (sample.kind().namespaced() ? "/namespaces/fuzz/" : "/")
                    + sample.kind().resource();
            requests.add(new FuzzRequest(
                    "POST",
                    harmless(sample.kind(), path),
                    List.of(authorization, "Content-Type: application/json"),
                    Json.bytes(sample.object()),
                    false));
        }
        return requests;
    }

    private FuzzRequest create(Sample sample) {
        ObjectNode object = bodies.object(sample.kind(), sample.object());
        String target = odd.oneIn(6) ? targets.subresource(sample.kind()) : targets.collection(sample.kind());
        return whole("POST", harmless(sample.kind(), target + targets.query(2)), object);
    }

    private FuzzRequest update(Sample sample) {
        ObjectNode object = bodies.object(sample.kind(), sample.object());
        return whole("PUT", harmless(sample.kind(), place(sample.kind()) + targets.query(2)), object);
    }

    private FuzzRequest whole(String method, String target, ObjectNode object) {
        return switch (random.nextInt(8)) {
            case 0 -> request(method, target, "application/yaml", bodies.yaml(object));
            case 1 -> request(method, target, "application/vnd.kubernetes.protobuf", bodies.protobuf());
            default -> request(method, target, "application/json", bodies.json(object));
        };
    }

    private FuzzRequest patch(Sample sample) {
        String target = harmless(sample.kind(), place(sample.kind()) + targets.query(2));
        ObjectNode object = sample.object();
        return switch (random.nextInt(4)) {
            case 0 -> request("PATCH", target, "application/json-patch+json", bodies.json(bodies.jsonPatch(object)));
            case 1 ->
                request("PATCH", target, "application/merge-patch+json", bodies.json(bodies.mergePatch(object, false)));
            case 2 ->
                request(
                        "PATCH",
                        target,
                        "application/strategic-merge-patch+json",
                        bodies.json(bodies.mergePatch(object, true)));
            default ->
                request(
                        "PATCH",
                        join(
                                target,
                                "fieldManager=" + odd.pick(List.of("m", "n")) + (odd.oneIn(2) ? "&force=true" : "")),
                        "application/apply-patch+yaml",
                        bodies.yaml(bodies.object(sample.kind(), object)));
        };
    }

    private FuzzRequest delete(ResourceKind kind) {
        String target = (odd.oneIn(8) ? targets.collection(kind) : place(kind)) + targets.query(3);
        if (kind.kind().equals("Namespace")) {
            target = join(target, "dryRun=All"); // nothing could be made in it any more
        }
        ObjectNode options = Json.object()
                .put("kind", "DeleteOptions")
                .put("apiVersion", "v1")
                .put("propagationPolicy", "Background");
        new Mutations(random, odd).mutate(options, random.nextInt(3));
        return odd.oneIn(2)
                ? bodiless("DELETE", target)
                : request("DELETE", target, "application/json", bodies.json(options));
    }

    private FuzzRequest anything(Sample sample) {
        String method = odd.pick(List.of("GET", "POST", "PUT", "PATCH", "DELETE"));
        String target = odd.oneIn(3) ? targets.elsewhere() : place(sample.kind()) + targets.query(3);
        byte[] body = bodies.json(bodies.object(sample.kind(), sample.object()));
        return request(method, harmless(sample.kind(), target), odd.pick(CONTENT_TYPES), body);
    }

    private String place(ResourceKind kind) {
        return odd.oneIn(4) ? targets.subresource(kind) : targets.object(kind);
    }

    /// Webhooks that cannot be reached fail requests by design: they are only tried out.
    private static String harmless(ResourceKind kind, String target) {
        boolean heavy = kind.group().equals("admissionregistration.k8s.io");
        return heavy ? join(target, "dryRun=All") : target;
    }

    private static String join(String target, String parameter) {
        return target + (target.contains("?") ? '&' : '?') + parameter;
    }

    private FuzzRequest bodiless(String method, String target) {
        return new FuzzRequest(method, target, headers(List.of()), new byte[0], false);
    }

    private FuzzRequest request(String method, String target, String contentType, byte[] body) {
        return new FuzzRequest(method, target, headers(List.of("Content-Type: " + contentType)), body, odd.oneIn(20));
    }

    private List<String> headers(List<String> given) {
        List<String> headers = new ArrayList<>(given);
        if (odd.oneIn(2)) {
            headers.add("Accept: " + (odd.oneIn(5) ? odd.pick(STRANGE_ACCEPTS) : odd.pick(ACCEPTS)));
        }
        if (odd.oneIn(15)) {
            headers.add(odd.pick(STRANGE_HEADERS));
        }
        if (!odd.oneIn(60)) {
            headers.add(authorization);
        }
        return headers;
    }
}
