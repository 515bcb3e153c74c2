package dev.archipelago.apiserver.cel;

import static dev.archipelago.apiserver.cel.FunctionTable.TEXT;

import dev.archipelago.apiserver.cel.FunctionTable.Kind;
import dev.archipelago.apiserver.structural.SchemaText;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Absolute URLs and paths.
final class UrlFunctions {
    private static final CelType TYPE = OpaqueType.create("kubernetes.URL");
    private static final Kind<URI> URL = new Kind<>(TYPE, URI.class);

    private UrlFunctions() {}

    static void addTo(FunctionTable table) {
        CelType text = SimpleType.STRING;
        table.global("url", "string_to_url", TYPE, TEXT, UrlFunctions::parse);
        table.global("isURL", "is_url_string", SimpleType.BOOL, TEXT, UrlFunctions::isUrl);
        table.member("getScheme", "url_get_scheme", text, URL, url -> orEmpty(url.getScheme()));
        table.member("getHost", "url_get_host", text, URL, url -> host(url));
        table.member("getHostname", "url_get_hostname", text, URL, UrlFunctions::hostname);
        table.member("getPort", "url_get_port", text, URL, url -> url.getPort() < 0 ? "" : "" + url.getPort());
        table.member("getEscapedPath", "url_get_escaped_path", text, URL, url -> orEmpty(url.getRawPath()));
        table.member(
                "getQuery", "url_get_query", MapType.create(text, ListType.create(text)), URL, UrlFunctions::query);
    }

    private static String orEmpty(String part) {
        return Objects.requireNonNullElse(part, "");
    }

    private static String host(URI url) {
        String authority = orEmpty(url.getRawAuthority());
        return authority.substring(authority.lastIndexOf('@') + 1);
    }

    private static Object hostname(URI url) {
        String host = host(url);
        if (host.startsWith("[")) {
            return host.substring(1, Math.max(1, host.indexOf(']')));
        }
        int colon = host.indexOf(':');
        return colon < 0 ? host : host.substring(0, colon);
    }

    private static boolean isUrl(String text) {
        try {
            parse(text);
            return true;
        } catch (CelEvaluationException e) {
            return false;
        }
    }

    private static URI parse(String text) throws CelEvaluationException {
        try {
            URI uri = new URI(text);
            if (uri.isAbsolute() || text.startsWith("/")) {
                return uri;
            }
        } catch (URISyntaxException e) {
            throw invalid(text, "invalid URI for request");
        }
        throw invalid(text, "invalid URI for request");
    }

    private static CelEvaluationException invalid(String text, String why) {
        return new CelEvaluationException(
                "URL parse error during conversion from string: parse " + SchemaText.quoted(text) + ": " + why);
    }

    private static Object query(URI url) {
        Map<String, List<String>> query = new LinkedHashMap<>();
        for (String pair : orEmpty(url.getRawQuery()).split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                query.computeIfAbsent(decoded(name), key -> new ArrayList<>()).add(decoded(value));
            }
        }
        return query;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
