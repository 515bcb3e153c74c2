package dev.archipelago.api.selector;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A label and a field selector together: which objects a list or a watch is about. Immutable.
public final class ObjectFilter {
    private static final ObjectFilter EVERYTHING = of(LabelSelector.everything(), FieldSelector.everything());

    private final LabelSelector labels;
    private final FieldSelector fields;
    private final AttributeReader reader;

    private ObjectFilter(LabelSelector labels, FieldSelector fields) {
        this.labels = labels;
        this.fields = fields;
        reader = new AttributeReader(fields.fields(), !labels.requirements().isEmpty());
    }

    public static ObjectFilter of(LabelSelector labels, FieldSelector fields) {
        return new ObjectFilter(labels, fields);
    }

    public static ObjectFilter everything() {
        return EVERYTHING;
    }

    public boolean isEverything() {
        return labels.isEverything() && fields.isEverything();
    }

    /// Whether an object matches, read from the form it is stored in.
    public boolean matches(byte[] json) {
        return isEverything() || matches(reader.read(json));
    }

    /// The same for one of many filters that look at the same objects.
    public boolean matches(byte[] json, RecentAttributes recent) {
        return isEverything() || matches(recent.read(json, reader));
    }

    public boolean matches(byte[] json, int offset, int length) {
        return isEverything() || matches(reader.read(json, offset, length));
    }

    public boolean matches(JsonNode object) {
        return isEverything() || matches(reader.read(object));
    }

    /// The same of attributes that were read with at least the fields this filter looks at.
    public boolean matches(ObjectAttributes attributes) {
        return labels.matches(attributes.labels()) && fields.matches(attributes.fields());
    }

    /// The only name an object can have to match, if there is just one: a key look-up then replaces a scan, and the
    /// object found must still match.
    public Optional<String> requiredName() {
        return fields.requiredName();
    }

    public Optional<String> requiredNamespace() {
        return fields.requiredNamespace();
    }

    public LabelSelector labels() {
        return labels;
    }

    public FieldSelector fields() {
        return fields;
    }
}
