package dev.archipelago.apiserver.structural;

import org.jspecify.annotations.Nullable;

/// A JSON path that names a field of a schema, such as `.spec.color` or `.metadata['a.b']`.
///
/// @param text the path as messages have it: `spec.color`
/// @param root its first step
/// @param node what it leads to; null when there is an error
/// @param error why it leads nowhere, or empty
public record SchemaPath(String text, String root, @Nullable SchemaNode node, String error) {

    /// Follows a path through a schema.
    ///
    /// @param brackets whether steps may be written in brackets
    public static SchemaPath follow(String path, SchemaNode schema, boolean brackets) {
        return new Walk(path, brackets).from(schema);
    }

    private static final class Walk {
        private final String path;
        private final boolean brackets;
        private final StringBuilder text = new StringBuilder();
        private String root = "";
        private int at;

        Walk(String path, boolean brackets) {
            this.path = path;
            this.brackets = brackets;
        }

        SchemaPath from(SchemaNode schema) {
            SchemaNode node = schema;
            while (at < path.length()) {
                char delimiter = path.charAt(at);
                if (delimiter != '.' && delimiter != '[') {
                    return failed("expected [ or . but got: " + token());
                }
                if (delimiter == '[' && !brackets) {
                    return failed("array notation is not allowed");
                }
                at++;
                if (at == path.length()) {
                    return failed("unexpected end of JSON path");
                }
                String name = token();
                if (delimiter == '[') {
                    if (name.length() < 2 || name.charAt(0) != '\'' || !name.endsWith("'")) {
                        return failed("expected single quoted string but got " + name);
                    }
                    name = name.substring(1, name.length() - 1)
                            .replace("\\'", "'")
                            .replace("\\\\", "\\");
                    if (at == path.length()) {
                        return failed("unexpected end of JSON path");
                    }
                    if (path.charAt(at) != ']') {
                        return failed("expected ] but got " + token());
                    }
                    at++;
                }
                SchemaNode next = step(node, name);
                if (next == null) {
                    return failed("does not refer to a valid field");
                }
                node = next;
            }
            return new SchemaPath(text.toString(), root, node, "");
        }

        private @Nullable SchemaNode step(SchemaNode node, String name) {
            if (root.isEmpty()) {
                root = name;
            }
            if (!node.properties().isEmpty()) {
                text.append(text.isEmpty() ? "" : ".").append(name);
                return node.properties().get(name);
            }
            text.append('[').append(name).append(']');
            return node.values();
        }

        /// The text up to the next delimiter, or to the end of a quoted text.
        private String token() {
            int start = at;
            boolean quoted = path.charAt(at) == '\'';
            at++;
            while (at < path.length()) {
                char c = path.charAt(at);
                if (quoted && c == '\'' && path.charAt(at - 1) != '\\') {
                    at++;
                    break;
                }
                if (!quoted && (c == '.' || c == '[' || c == ']')) {
                    break;
                }
                at++;
            }
            return path.substring(start, at);
        }

        private SchemaPath failed(String error) {
            return new SchemaPath(path, root, null, error);
        }
    }
}
