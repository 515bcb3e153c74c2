package dev.archipelago.apiserver.hostile;

import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.model.kinds.Subresource;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/// Paths and queries, most of which lead somewhere.
final class FuzzTargets {
    private static final List<String> NAMES = List.of("x", "x", "x", "x", "x", "x", "x", "x", "y", "default");
    private static final List<String> NAMESPACES =
            List.of("fuzz", "fuzz", "fuzz", "fuzz", "fuzz", "fuzz", "fuzz", "fuzz", "fuzz", "default", "none");
    private static final List<String> ELSEWHERE = List.of(
            "/",
            "/api",
            "/apis",
            "/api/v1",
            "/apis/apps",
            "/apis/apps/v1",
            "/apis/fuzz.example/v1",
            "/version",
            "/healthz",
            "/livez/ping",
            "/readyz",
            "/metrics",
            "/openapi/v2",
            "/openapi/v3",
            "/openapi/v3/apis/apps/v1",
            "/openapi/v3/api/v1",
            "/.well-known/openid-configuration",
            "/openid/v1/jwks",
            "/api/",
            "/api//v1",
            "//api/v1/pods",
            "/api/v1/pods/",
            "/api/v1/../v1/pods",
            "/api/v1/%2e%2e/v1/pods",
            "/api/v1/namespaces/%2e%2e/pods",
            "/api/v1/namespaces/fuzz%2fpods",
            "/api/v1/namespaces/fuzz/pods/x%00y",
            "/api/v1/namespaces/fuzz/pods/%ff%fe",
            "/api/v1/namespaces/fuzz/pods/%",
            "/api/v1/namespaces//pods",
            "/api/v1/namespaces/fuzz//pods//x",
            "/api/v1/watch/pods",
            "/api/v1/watch",
            "/api/v1/watch/namespaces/fuzz/pods/x",
            "/api/v1/proxy/nodes/x",
            "/apis/%20/v1/x",
            "/api/v1/namespaces/fuzz;a=b/pods",
            "/api/v1/pods;jsessionid=1",
            "/apis/apps/v1/namespaces/fuzz/deployments/x/scale/y",
            "/favicon.ico",
            "*",
            "http://other.example/api/v1/pods",
            "/api/v1/namespaces/fuzz/pods/x/log",
            "/api/v1/nodes/x/proxy/a/b?c=d");
    private static final List<String> SELECTORS = List.of(
            "a=b",
            "a",
            "!a",
            "a in (b,c)",
            "a notin ()",
            "a>1",
            "a>x",
            "=",
            "a==",
            "a=b=c",
            "a in b",
            "(",
            "a,,b",
            ",",
            "!",
            "!!a",
            "a!=b",
            "metadata.name=x",
            "metadata.name!=x",
            "metadata.namespace=fuzz",
            "status.phase=Running",
            "spec.nodeName=",
            "metadata.name",
            "metadata.name=a\\,b",
            "metadata.name=a\\",
            "spec.unknown=1",
            "type=Opaque",
            "involvedObject.kind=Pod",
            "reason=R,metadata.name=x");
    private static final List<String> PARAMETERS = List.of(
            "limit",
            "continue",
            "resourceVersion",
            "resourceVersionMatch",
            "timeoutSeconds",
            "labelSelector",
            "fieldSelector",
            "allowWatchBookmarks",
            "sendInitialEvents",
            "dryRun",
            "fieldManager",
            "fieldValidation",
            "force",
            "pretty",
            "propagationPolicy",
            "gracePeriodSeconds",
            "orphanDependents",
            "includeObject",
            "verbose",
            "timeout",
            "exclude",
            "follow",
            "container",
            "command",
            "unknown");
    private static final List<String> VALUES = List.of(
            "",
            "0",
            "1",
            "2",
            "-1",
            "x",
            "true",
            "false",
            "All",
            "None",
            "Exact",
            "NotOlderThan",
            "Strict",
            "Warn",
            "Ignore",
            "Orphan",
            "Background",
            "Foreground",
            "Object",
            "Metadata",
            "99999999999999999999",
            "1.5",
            "null",
            "a,b",
            "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiJmdXp6L3gifQ",
            "eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ",
            "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiLi4vLi4vIn0",
            "e30",
            "W10",
            "bnVsbA",
            "%%%",
            "a=b");

    private final Random random;
    private final OddValues odd;

    FuzzTargets(Random random, OddValues odd) {
        this.random = random;
        this.odd = odd;
    }

    String collection(ResourceKind kind) {
        String root =
                kind.group().isEmpty() ? "/api/" + kind.version() : "/apis/" + kind.group() + '/' + kind.version();
        boolean inside = kind.namespaced() != odd.oneIn(30);
        return root
                + (inside ? "/namespaces/" + (odd.oneIn(60) ? escaped(odd.text()) : odd.pick(NAMESPACES)) : "")
                + '/'
                + kind.resource();
    }

    String object(ResourceKind kind) {
        return collection(kind) + '/' + (odd.oneIn(30) ? escaped(odd.text()) : name(kind));
    }

    private String name(ResourceKind kind) {
        return switch (kind.resource()) {
            case "namespaces" -> "fuzz";
            case "customresourcedefinitions" -> "gadgets.fuzz.example";
            default -> odd.pick(NAMES);
        };
    }

    String subresource(ResourceKind kind) {
        List<Subresource> subresources = kind.subresources();
        String name = subresources.isEmpty() || odd.oneIn(20)
                ? odd.pick(List.of("status", "scale", "log", "x", "%2e%2e"))
                : odd.pick(subresources).name();
        return object(kind) + '/' + name;
    }

    String elsewhere() {
        return odd.pick(ELSEWHERE);
    }

    /// A query with its question mark, or nothing.
    String query(int parametersMax) {
        StringBuilder query = new StringBuilder();
        for (int i = random.nextInt(parametersMax + 1); i > 0; i--) {
            query.append(query.isEmpty() ? '?' : '&').append(parameter());
        }
        if (!query.isEmpty() && odd.oneIn(50)) {
            query.append(odd.pick(
                    List.of("&", "&&=", "%", "&%zz=1", "=", "&a=%c0%af", "?", "#x", "&limit=1&limit=x", ";a=b")));
        }
        return query.toString();
    }

    private String parameter() {
        String name = odd.pick(PARAMETERS);
        return name
                + '='
                + switch (name) {
                    case "labelSelector", "fieldSelector" -> escaped(odd.oneIn(10) ? odd.text() : odd.pick(SELECTORS));
                    // A version from the future is waited for: seldom.
                    case "resourceVersion" ->
                        odd.oneIn(300) ? "999999999" : odd.pick(List.of("", "0", "1", "5", "-1", "x", "1e3"));
                    case "dryRun" -> odd.oneIn(4) ? escaped(odd.text()) : "All";
                    case "timeoutSeconds" -> odd.pick(List.of("1", "0", "-1", "x", "9223372036854775807"));
                    default -> odd.oneIn(15) ? escaped(odd.text()) : escaped(odd.pick(VALUES));
                };
    }

    static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
