package dev.archipelago.api.yaml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/// Builds the tree of one document from the events of the YAML parser.
final class TreeBuilder {
    private static final int MAX_DEPTH = 500;
    // Aliases may multiply a small text into a tree of any size; no honest document comes near this.
    private static final int MAX_ALIASED_NODES = 100_000;

    private final Iterator<Event> events;
    private final Map<Anchor, Anchored> anchors = new HashMap<>();
    private final Set<Anchor> open = new HashSet<>();
    private final List<String> duplicateKeys = new ArrayList<>();
    private int nodes;
    private int aliasedNodes;
    private int height;

    private record Anchored(JsonNode node, int size, int height) {}

    TreeBuilder(Iterator<Event> events) {
        this.events = events;
    }

    List<String> duplicateKeys() {
        return duplicateKeys;
    }

    JsonNode document() {
        JsonNode tree = NullNode.getInstance();
        boolean found = false;
        while (events.hasNext()) {
            Event event = events.next();
            switch (event.getEventId()) {
                case StreamStart, StreamEnd, DocumentStart, DocumentEnd, Comment -> {}
                default -> {
                    // What follows a trailing separator is a document too, but an empty one does no harm.
                    if (found && !isEmpty(event)) {
                        throw YamlReader.fault("line " + line(event) + ": expected a single document");
                    }
                    if (!found) {
                        tree = node(event, 0);
                        found = true;
                    }
                }
            }
        }
        return tree;
    }

    private static boolean isEmpty(Event event) {
        return event instanceof ScalarEvent scalar
                && scalar.isPlain()
                && scalar.getValue().isEmpty();
    }

    private JsonNode node(Event event, int depth) {
        if (depth > MAX_DEPTH) {
            throw YamlReader.fault("line " + line(event) + ": exceeded max depth of " + MAX_DEPTH);
        }
        if (event instanceof AliasEvent alias) {
            return copy(alias, depth);
        }
        Optional<Anchor> anchor = ((NodeEvent) event).getAnchor();
        anchor.ifPresent(open::add);
        int before = nodes++;
        JsonNode node = switch (event) {
            case MappingStartEvent start -> mapping(depth);
            case SequenceStartEvent start -> sequence(depth);
            case ScalarEvent scalar -> {
                height = 0;
                yield Scalars.resolve(scalar);
            }
            default -> throw YamlReader.fault("line " + line(event) + ": unexpected " + event.getEventId());
        };
        anchor.ifPresent(name -> {
            open.remove(name);
            anchors.put(name, new Anchored(node, nodes - before, height));
        });
        return node;
    }

    private JsonNode copy(AliasEvent alias, int depth) {
        Anchor name = alias.getAlias();
        if (open.contains(name)) {
            throw YamlReader.fault("anchor '" + name + "' value contains itself");
        }
        Anchored anchored = anchors.get(name);
        if (anchored == null) {
            throw YamlReader.fault("unknown anchor '" + name + "' referenced");
        }
        nodes += anchored.size;
        aliasedNodes += anchored.size;
        if (aliasedNodes > MAX_ALIASED_NODES) {
            throw YamlReader.fault("document contains excessive aliasing");
        }
        if (depth + anchored.height > MAX_DEPTH) {
            throw YamlReader.fault("line " + line(alias) + ": exceeded max depth of " + MAX_DEPTH);
        }
        height = anchored.height;
        return anchored.node.deepCopy();
    }

    private JsonNode sequence(int depth) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        int highest = 0;
        Event event = events.next();
        while (event.getEventId() != Event.ID.SequenceEnd) {
            array.add(node(event, depth + 1));
            highest = Math.max(highest, height);
            event = events.next();
        }
        height = highest + 1;
        return array;
    }

    private JsonNode mapping(int depth) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        List<ObjectNode> merged = new ArrayList<>(0);
        int highest = 0;
        Event event = events.next();
        while (event.getEventId() != Event.ID.MappingEnd) {
            boolean merge = Scalars.isMerge(event);
            JsonNode key = node(event, depth + 1);
            Event valueEvent = events.next();
            JsonNode value = node(valueEvent, depth + 1);
            highest = Math.max(highest, height);
            if (merge) {
                addMerged(value, merged, valueEvent);
            } else {
                put(object, key, value, line(event), line(valueEvent));
            }
            event = events.next();
        }
        // What the mapping says itself counts, and of what it takes over the first.
        for (ObjectNode other : merged) {
            other.properties().forEach(field -> object.putIfAbsent(field.getKey(), field.getValue()));
        }
        height = highest + 1;
        return object;
    }

    private void put(ObjectNode object, JsonNode key, JsonNode value, int keyLine, int valueLine) {
        if (object.replace(Scalars.key(key, keyLine), value) != null) {
            duplicateKeys.add("line %d: key %s already set in map".formatted(valueLine, Scalars.shown(key)));
        }
    }

    private static void addMerged(JsonNode value, List<ObjectNode> merged, Event event) {
        if (value instanceof ObjectNode object) {
            merged.add(object);
        } else if (value instanceof ArrayNode array && array.valueStream().allMatch(JsonNode::isObject)) {
            array.forEach(element -> merged.add((ObjectNode) element));
        } else {
            throw YamlReader.fault("line " + line(event) + ": map merge requires map or sequence of maps as the value");
        }
    }

    private static int line(Event event) {
        return event.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }
}
