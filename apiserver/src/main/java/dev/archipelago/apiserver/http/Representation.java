package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.apiserver.catalog.ServedResource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// In which form the client wants objects.
///
/// Protobuf is for clients that accept nothing else: who lists JSON, too, gets that, which is sent as it is stored.
///
/// @param metaVersion of meta.k8s.io, for tables and partial objects: v1 or v1beta1
record Representation(Form form, String metaVersion) {
    static final Representation JSON = new Representation(Form.JSON, "");

    private static final Set<Form> ALL = EnumSet.allOf(Form.class);
    /// Custom resources have no messages, but their metadata has.
    private static final Set<Form> OF_CUSTOM = EnumSet.complementOf(EnumSet.of(Form.PROTOBUF));
    private static final Set<Form> PLAIN = EnumSet.of(Form.JSON, Form.YAML, Form.PROTOBUF);

    enum Form {
        JSON,
        YAML,
        PROTOBUF,
        TABLE,
        /// metadata only
        PARTIAL,
        PARTIAL_PROTOBUF
    }

    boolean isProtobuf() {
        return form == Form.PROTOBUF || form == Form.PARTIAL_PROTOBUF;
    }

    String contentType() {
        return switch (form) {
            case YAML -> "application/yaml";
            case PROTOBUF, PARTIAL_PROTOBUF -> Exchange.PROTOBUF;
            case JSON, TABLE, PARTIAL -> Exchange.JSON;
        };
    }

    String watchContentType() {
        return isProtobuf() ? contentType() + ";stream=watch" : contentType();
    }

    /// Picks the form the client likes best among those we have of a resource's objects.
    static Representation of(String accept, ServedResource resource) {
        return pick(accept, resource.custom() ? OF_CUSTOM : ALL);
    }

    /// As [#of], for built-in kinds whatever the resource is.
    static Representation ofBuiltin(String accept) {
        return pick(accept, ALL);
    }

    /// As [#ofBuiltin], for objects that are neither printed as tables nor cut down to their metadata.
    static Representation ofPlain(String accept) {
        return pick(accept, PLAIN);
    }

    /// For what has to be said whatever the client likes: protobuf if it likes nothing else, else JSON.
    static Representation ofStatus(String accept) {
        Representation found = find(accept, PLAIN);
        return found != null && found.isProtobuf() ? found : JSON;
    }

    private static Representation pick(String accept, Set<Form> available) {
        Representation found = find(accept, available);
        if (found == null) {
            throw new ApiException(
                    Reason.NOT_ACCEPTABLE,
                    "only the following media types are accepted: application/json, application/yaml"
                            + (available.contains(Form.PROTOBUF) ? ", " + Exchange.PROTOBUF : ""));
        }
        return found;
    }

    private static @Nullable Representation find(String accept, Set<Form> available) {
        if (accept.isEmpty() || accept.equals(Exchange.JSON) || accept.equals("*/*")) {
            return JSON;
        }
        List<MediaRange> ranges = new ArrayList<>();
        for (String range : accept.split(",")) {
            ranges.add(MediaRange.parse(range));
        }
        ranges.sort(Comparator.comparingDouble((MediaRange range) -> -range.quality()));
        List<Representation> acceptable = new ArrayList<>();
        for (MediaRange range : ranges) {
            Representation candidate = candidate(range);
            if (candidate != null && available.contains(candidate.form)) {
                acceptable.add(candidate);
            }
        }
        if (acceptable.isEmpty()) {
            return null;
        }
        Representation best = acceptable.getFirst();
        return acceptable.contains(best.inJson()) ? best.inJson() : best;
    }

    /// The same content in JSON, where this is protobuf.
    private Representation inJson() {
        return switch (form) {
            case PROTOBUF -> JSON;
            case PARTIAL_PROTOBUF -> new Representation(Form.PARTIAL, metaVersion);
            case JSON, YAML, TABLE, PARTIAL -> this;
        };
    }

    private static @Nullable Representation candidate(MediaRange range) {
        return switch (range.type()) {
            case "application/json", "application/*", "*/*" -> transformed(range, Form.JSON, Form.PARTIAL, Form.TABLE);
            case "application/yaml" -> new Representation(Form.YAML, "");
            // As in Kubernetes, there are no tables in protobuf.
            case Exchange.PROTOBUF -> transformed(range, Form.PROTOBUF, Form.PARTIAL_PROTOBUF, null);
            default -> null;
        };
    }

    private static @Nullable Representation transformed(
            MediaRange range, Form plain, Form partial, @Nullable Form table) {
        String version = range.parameter("v");
        boolean meta =
                range.parameter("g").equals("meta.k8s.io") && (version.equals("v1") || version.equals("v1beta1"));
        return switch (range.parameter("as")) {
            case "" -> new Representation(plain, "");
            case "Table" -> meta && table != null ? new Representation(table, version) : null;
            case "PartialObjectMetadata", "PartialObjectMetadataList" ->
                meta ? new Representation(partial, version) : null;
            default -> null;
        };
    }
}
