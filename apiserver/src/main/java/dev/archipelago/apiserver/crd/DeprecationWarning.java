package dev.archipelago.apiserver.crd;

import dev.archipelago.apiserver.discovery.VersionOrder;
import tools.jackson.databind.JsonNode;

/// What clients of a deprecated version are told, where the definition says nothing of its own.
final class DeprecationWarning {
    private DeprecationWarning() {}

    static String of(JsonNode spec, String deprecated) {
        String group = Json.text(spec, "group");
        String kind = Json.text(spec.path("names"), "kind");
        String newer = "";
        for (JsonNode version : spec.path("versions")) {
            String name = Json.text(version, "name");
            boolean better = Json.isTrue(version, "served")
                    && !Json.isTrue(version, "deprecated")
                    && isBefore(name, newer.isEmpty() ? deprecated : newer);
            newer = better ? name : newer;
        }
        String warning = group + '/' + deprecated + ' ' + kind + " is deprecated";
        return newer.isEmpty() ? warning : warning + "; use " + group + '/' + newer + ' ' + kind;
    }

    private static boolean isBefore(String a, String b) {
        return VersionOrder.MOST_PREFERRED_FIRST.compare(a, b) < 0;
    }
}
