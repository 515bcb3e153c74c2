package dev.archipelago.api.selector;

import dev.archipelago.api.errors.ApiException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A conjunction of requirements on fields of an object, each equal or unequal to a value. Immutable.
public final class FieldSelector {
    private static final FieldSelector EVERYTHING = new FieldSelector(List.of());

    private final List<Term> terms;

    record Term(SelectableField field, boolean equal, String value) {
        @Override
        public String toString() {
            String escaped = value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
            return field.name() + (equal ? "=" : "!=") + escaped;
        }
    }

    private FieldSelector(List<Term> terms) {
        this.terms = List.copyOf(terms);
    }

    public static FieldSelector everything() {
        return EVERYTHING;
    }

    /// Matches the object of this name.
    public static FieldSelector named(String name) {
        return new FieldSelector(List.of(new Term(SelectableField.NAME, true, name)));
    }

    /// Reads the form of the `fieldSelector` query parameter: `a=b,c!=d`, where a value may contain `\`, `,` and `=`
    /// after a backslash.
    ///
    /// @throws ApiException 400, in Kubernetes' words, when the text is no selector or names a field not supported
    public static FieldSelector parse(String text, SelectableFields fields) {
        if (text.isEmpty()) {
            return EVERYTHING;
        }
        List<String> parts = split(text);
        Collections.sort(parts);
        List<Parsed> parsed = new ArrayList<>(parts.size());
        for (String part : parts) {
            if (!part.isEmpty()) {
                parsed.add(Parsed.of(part, text));
            }
        }
        // Form first, meaning after: a selector that is not well formed is refused for that, whatever it names.
        return new FieldSelector(parsed.stream()
                .map(term -> new Term(fields.resolve(term.label), term.equal, term.value))
                .toList());
    }

    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == ',') {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    private record Parsed(String label, boolean equal, String value) {

        static Parsed of(String part, String whole) {
            for (int i = 0; i < part.length(); i++) {
                if (part.startsWith("!=", i)) {
                    return new Parsed(part.substring(0, i), false, unescaped(part.substring(i + 2)));
                }
                if (part.charAt(i) == '=') {
                    int value = part.startsWith("==", i) ? i + 2 : i + 1;
                    return new Parsed(part.substring(0, i), true, unescaped(part.substring(value)));
                }
            }
            throw ApiException.badRequest("invalid selector: '%s'; can't understand '%s'".formatted(whole, part));
        }

        private static String unescaped(String value) {
            StringBuilder out = new StringBuilder(value.length());
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (c == ',' || c == '=') {
                    throw ApiException.badRequest("invalid field selector: unescaped character in value: " + (int) c);
                }
                if (c == '\\') {
                    i++;
                    if (i == value.length() || "\\,=".indexOf(value.charAt(i)) < 0) {
                        throw ApiException.badRequest("invalid field selector: invalid escape sequence: "
                                + value.substring(i - 1, Math.min(i + 1, value.length())));
                    }
                    c = value.charAt(i);
                }
                out.append(c);
            }
            return out.toString();
        }
    }

    /// Whether an object with these values matches.
    ///
    /// @param values by canonical field name; a field that is not there is empty
    public boolean matches(Map<String, String> values) {
        for (Term term : terms) {
            if (values.getOrDefault(term.field.name(), "").equals(term.value) != term.equal) {
                return false;
            }
        }
        return true;
    }

    public boolean isEverything() {
        return terms.isEmpty();
    }

    /// The only name an object can have to match, if there is just one. Other requirements still apply.
    public Optional<String> requiredName() {
        return required(SelectableField.NAME);
    }

    /// The only namespace an object can be in to match, if there is just one. Other requirements still apply.
    public Optional<String> requiredNamespace() {
        return required(SelectableField.NAMESPACE);
    }

    private Optional<String> required(SelectableField field) {
        for (Term term : terms) {
            if (term.equal && term.field.equals(field)) {
                return Optional.of(term.value);
            }
        }
        return Optional.empty();
    }

    List<SelectableField> fields() {
        return terms.stream().map(Term::field).distinct().toList();
    }

    /// The canonical query form, which [#parse] reads back.
    @Override
    public String toString() {
        return String.join(",", terms.stream().map(Term::toString).toList());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldSelector that && terms.equals(that.terms);
    }

    @Override
    public int hashCode() {
        return terms.hashCode();
    }
}
