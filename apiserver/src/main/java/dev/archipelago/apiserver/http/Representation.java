package dev.archipelago.apiserver.http;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.errors.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// In which form the client wants objects.
///
/// @param metaVersion of meta.k8s.io, for tables and partial objects: v1 or v1beta1
record Representation(Form form, String metaVersion) {
    static final Representation JSON = new Representation(Form.JSON, "");

    enum Form {
        JSON,
        YAML,
        TABLE,
        /// metadata only
        PARTIAL
    }

    String contentType() {
        return form == Form.YAML ? "application/yaml" : Exchange.JSON;
    }

    /// As [#of], for objects that are neither printed as tables nor cut down to their metadata.
    static Representation ofPlain(String accept) {
        return pick(accept, false);
    }

    /// Picks the form the client likes best among those we have.
    static Representation of(String accept) {
        return pick(accept, true);
    }

    private static Representation pick(String accept, boolean transforms) {
        if (accept.isEmpty() || accept.equals(Exchange.JSON) || accept.equals("*/*")) {
            return JSON;
        }
        List<MediaRange> ranges = new ArrayList<>();
        for (String range : accept.split(",")) {
            ranges.add(MediaRange.parse(range));
        }
        ranges.sort(Comparator.comparingDouble((MediaRange range) -> -range.quality()));
        for (MediaRange range : ranges) {
            Representation candidate = candidate(range);
            if (candidate != null && (transforms || candidate.metaVersion.isEmpty())) {
                return candidate;
            }
        }
        throw new ApiException(
                Reason.NOT_ACCEPTABLE,
                "only the following media types are accepted: application/json, application/yaml");
    }

    private static @Nullable Representation candidate(MediaRange range) {
        return switch (range.type()) {
            case "application/json", "application/*", "*/*" -> transformed(range);
            case "application/yaml" -> new Representation(Form.YAML, "");
            default -> null;
        };
    }

    private static @Nullable Representation transformed(MediaRange range) {
        String version = range.parameter("v");
        boolean meta =
                range.parameter("g").equals("meta.k8s.io") && (version.equals("v1") || version.equals("v1beta1"));
        return switch (range.parameter("as")) {
            case "" -> JSON;
            case "Table" -> meta ? new Representation(Form.TABLE, version) : null;
            case "PartialObjectMetadata", "PartialObjectMetadataList" ->
                meta ? new Representation(Form.PARTIAL, version) : null;
            default -> null;
        };
    }
}
