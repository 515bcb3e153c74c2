package dev.archipelago.federation.render.overrides;

import java.util.Optional;
import java.util.regex.Pattern;

/// An image name, `[registry[:port]/]repository[:tag][@digest]`.
///
/// @param registry empty for none, as are tag and digest
record ImageReference(String registry, String repository, String tag, String digest) {
    private static final int LENGTH_MAX = 1024;
    private static final int NAME_LENGTH_MAX = 255;

    private static final Pattern REGISTRY = Pattern.compile(
            "(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*"
                    + "|\\[[0-9A-Fa-f:.]+])(?::[0-9]+)?");
    private static final Pattern SEGMENT = Pattern.compile("[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*");
    private static final Pattern TAG = Pattern.compile("\\w[\\w.-]{0,127}");
    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128}"
            + "|(?!sha256:|sha512:)[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9A-Fa-f]{32,}");

    /// Empty when the text is not an image name.
    static Optional<ImageReference> parse(String text) {
        if (text.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        int at = text.indexOf('@');
        String digest = at < 0 ? "" : text.substring(at + 1);
        String tagged = at < 0 ? text : text.substring(0, at);
        int colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
        String tag = colon < 0 ? "" : tagged.substring(colon + 1);
        String name = colon < 0 ? tagged : tagged.substring(0, colon);
        String registry = registryOf(name);
        String repository = registry.isEmpty() ? name : name.substring(registry.length() + 1);
        boolean valid = (at < 0 || DIGEST.matcher(digest).matches())
                && (colon < 0 || TAG.matcher(tag).matches())
                && (registry.isEmpty() || REGISTRY.matcher(registry).matches())
                && name.length() <= NAME_LENGTH_MAX
                && isRepository(repository);
        return valid ? Optional.of(new ImageReference(registry, repository, tag, digest)) : Optional.empty();
    }

    /// The part before the first slash is a registry if it looks like a host, else it belongs to the repository.
    private static String registryOf(String name) {
        int slash = name.indexOf('/');
        String first = slash < 0 ? "" : name.substring(0, slash);
        boolean host = first.equals("localhost")
                || first.chars().anyMatch(c -> c == '.' || c == ':' || (c >= 'A' && c <= 'Z'));
        return host ? first : "";
    }

    private static boolean isRepository(String text) {
        for (String segment : text.split("/", -1)) {
            if (!SEGMENT.matcher(segment).matches()) {
                return false;
            }
        }
        return true;
    }

    ImageReference withRegistry(String newRegistry) {
        return new ImageReference(newRegistry, repository, tag, digest);
    }

    ImageReference withRepository(String newRepository) {
        return new ImageReference(registry, newRepository, tag, digest);
    }

    /// The tag or, if there is none, the digest.
    String version() {
        return tag.isEmpty() ? digest : tag;
    }

    /// The reference with this tag or digest in place of both, as the old digest belongs to the image of the old tag.
    ///
    /// @param version empty for neither
    ImageReference withVersion(String version) {
        return DIGEST.matcher(version).matches()
                ? new ImageReference(registry, repository, "", version)
                : new ImageReference(registry, repository, version, "");
    }

    @Override
    public String toString() {
        return (registry.isEmpty() ? "" : registry + '/')
                + repository
                + (tag.isEmpty() ? "" : ':' + tag)
                + (digest.isEmpty() ? "" : '@' + digest);
    }
}
