package dev.archipelago.apiserver.apply;

/// Who writes, through what.
///
/// @param name the field manager that the request names, or [#nameOf] its user agent
/// @param apiVersion of the object as it was written, such as `apps/v1`
/// @param subresource empty for the main resource
public record Manager(String name, String apiVersion, String subresource) {
    /// As Kubernetes: longer names are refused in requests and cut from user agents.
    public static final int NAME_BYTES_MAX = 128;

    public Manager {
        name = name.isEmpty() ? "unknown" : name;
    }

    public static Manager of(String name, String apiVersion) {
        return new Manager(name, apiVersion, "");
    }

    /// The name of a writer that gives none: the product of its user agent, such as `kubectl` for
    /// `kubectl/v1.32.0 …`.
    public static String nameOf(String userAgent) {
        int slash = userAgent.indexOf('/');
        String product = slash < 0 ? userAgent : userAgent.substring(0, slash);
        StringBuilder name = new StringBuilder();
        int bytes = 0;
        for (int i = 0; i < product.length(); i += Character.charCount(product.codePointAt(i))) {
            int c = product.codePointAt(i);
            int size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (!Character.isISOControl(c) && Character.isDefined(c) && bytes + size <= NAME_BYTES_MAX) {
                bytes += size;
                name.appendCodePoint(c);
            }
        }
        return name.toString();
    }
}
