package dev.archipelago.apiserver.cel;

import static dev.archipelago.apiserver.cel.FunctionTable.TEXT;

import dev.archipelago.api.objects.NameRules;
import dev.archipelago.apiserver.cel.FunctionTable.Kind;
import dev.archipelago.apiserver.structural.TextFormat;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The formats of names and values that Kubernetes itself uses, as `format.dns1123Label()` or `format.named(…)`.
final class NamedFormats {
    private static final CelType TYPE = OpaqueType.create("kubernetes.NamedFormat");
    private static final Kind<Format> FORMAT = new Kind<>(TYPE, Format.class);
    private static final Map<String, Format> FORMATS = formats();

    /// @param complaint says what is wrong with a text, or nothing
    private record Format(String name, UnaryOperator<String> complaint) {}

    private NamedFormats() {}

    private static Map<String, Format> formats() {
        Map<String, Format> formats = new LinkedHashMap<>();
        put(formats, "dns1123Label", NameRules::dnsLabel);
        put(formats, "dns1123Subdomain", NameRules::subdomain);
        put(formats, "dns1035Label", NameRules::label);
        put(formats, "dns1123LabelPrefix", text -> NameRules.dnsLabel(asPrefix(text)));
        put(formats, "dns1123SubdomainPrefix", text -> NameRules.subdomain(asPrefix(text)));
        put(formats, "dns1035LabelPrefix", text -> NameRules.label(asPrefix(text)));
        put(formats, "qualifiedName", NameRules::qualified);
        put(formats, "labelValue", NameRules::labelValue);
        put(formats, "uri", text -> checked("uri", text, "parse \"" + text + "\": invalid URI for request"));
        put(formats, "uuid", text -> checked("uuid", text, "does not match the UUID format"));
        put(formats, "byte", text -> checked("byte", text, "invalid base64"));
        put(formats, "date", text -> checked("date", text, "invalid date"));
        put(formats, "datetime", text -> checked("datetime", text, "invalid datetime"));
        return formats;
    }

    private static void put(Map<String, Format> formats, String name, UnaryOperator<String> complaint) {
        formats.put(name, new Format(name, complaint));
    }

    private static String checked(String format, String text, String complaint) {
        TextFormat known = TextFormat.of(format);
        return known == null || known.test().test(text) ? "" : complaint;
    }

    /// What comes after a prefix is generated, and fits.
    private static String asPrefix(String text) {
        return text.endsWith("-") && text.length() > 1 ? text.substring(0, text.length() - 1) + 'a' : text;
    }

    static void addTo(FunctionTable table) {
        for (String name : FORMATS.keySet()) {
            table.constant("format." + name, TYPE, arguments -> Objects.requireNonNull(FORMATS.get(name)));
        }
        table.global(
                "format.named",
                "format-named",
                OptionalType.create(TYPE),
                TEXT,
                name -> Optional.ofNullable(FORMATS.get(name)));
        table.member(
                "validate",
                "format-validate",
                OptionalType.create(ListType.create(SimpleType.STRING)),
                FORMAT,
                TEXT,
                (format, text) -> {
                    String complaint = format.complaint().apply(text);
                    return complaint.isEmpty() ? Optional.empty() : Optional.of(List.of(complaint));
                });
    }
}
