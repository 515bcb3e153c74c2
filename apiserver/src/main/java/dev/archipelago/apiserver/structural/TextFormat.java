package dev.archipelago.apiserver.structural;

import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A format that strings can be asked to have. Formats that are not known here ask for nothing.
///
/// @param name as the schema says it
public record TextFormat(String name, Predicate<String> test) {
    private static final Map<String, Predicate<String>> KNOWN = Map.ofEntries(
            Map.entry("bsonobjectid", FormatTests::isObjectId),
            Map.entry("byte", FormatTests::isBase64),
            Map.entry("cidr", AddressTests::isCidr),
            Map.entry("date", TimeTests::isDate),
            Map.entry("datetime", TimeTests::isDateTime),
            Map.entry("duration", TimeTests::isDuration),
            Map.entry("email", FormatTests::isEmail),
            Map.entry("hexcolor", FormatTests::isHexColor),
            Map.entry("hostname", FormatTests::isHostname),
            Map.entry("ipv4", AddressTests::isIpv4),
            Map.entry("ipv6", AddressTests::isIpv6),
            Map.entry("k8slongname", FormatTests::isLongName),
            Map.entry("k8sshortname", FormatTests::isShortName),
            Map.entry("mac", AddressTests::isMac),
            Map.entry("uri", FormatTests::isUri),
            Map.entry("uuid", text -> FormatTests.isUuid(text, "")),
            Map.entry("uuid3", text -> FormatTests.isUuid(text, "3")),
            Map.entry("uuid4", text -> FormatTests.isUuid(text, "4")),
            Map.entry("uuid5", text -> FormatTests.isUuid(text, "5")));

    /// The format of a name, dashes or not; null when it is not known.
    public static @Nullable TextFormat of(String name) {
        Predicate<String> test = KNOWN.get(name.replace("-", ""));
        return test == null ? null : new TextFormat(name, test);
    }

    /// Whether Kubernetes knows the format for this type; it warns of others.
    static boolean isRecognized(JsonType type, String format) {
        return switch (type) {
            case ANY, STRING -> {
                String plain = format.replace("-", "");
                yield KNOWN.containsKey(plain)
                        || switch (plain) {
                            case "password", "isbn", "isbn10", "isbn13", "creditcard", "ssn", "rgbcolor" -> true;
                            default -> false;
                        };
            }
            case INTEGER -> format.equals("int32") || format.equals("int64");
            case NUMBER -> format.equals("float") || format.equals("double");
            case BOOLEAN, ARRAY, OBJECT, INT_OR_STRING -> false;
        };
    }
}
