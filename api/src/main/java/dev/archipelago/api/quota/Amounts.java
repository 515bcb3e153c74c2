package dev.archipelago.api.quota;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.quantity.Quantity;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Quantities by the name of what they are of, such as `requests.cpu`.
public final class Amounts {
    private final SortedMap<String, Quantity> amounts = new TreeMap<>();

    /// Reads amounts as objects have them. What cannot be read is left out.
    public static Amounts read(JsonNode json) {
        Amounts amounts = new Amounts();
        json.properties().forEach(entry -> {
            try {
                amounts.add(entry.getKey(), Quantity.parse(entry.getValue().asString("")));
            } catch (IllegalArgumentException e) {
                // Validation keeps such objects out.
            }
        });
        return amounts;
    }

    public Amounts add(String name, Quantity amount) {
        amounts.merge(name, amount, Quantity::add);
        return this;
    }

    Amounts one(String name) {
        return add(name, ONE);
    }

    private static final Quantity ONE = Quantity.parse("1");

    public Amounts addAll(Amounts other) {
        other.amounts.forEach(this::add);
        return this;
    }

    /// What this is more than another, where it is.
    public Amounts beyond(Amounts other) {
        Amounts more = new Amounts();
        amounts.forEach((name, amount) -> {
            Quantity difference = amount.subtract(other.get(name));
            if (difference.signum() > 0) {
                more.add(name, difference);
            }
        });
        return more;
    }

    /// Those that another has too.
    public Amounts only(Amounts names) {
        Amounts some = new Amounts();
        amounts.forEach((name, amount) -> {
            if (names.amounts.containsKey(name)) {
                some.add(name, amount);
            }
        });
        return some;
    }

    /// Takes the larger one of each.
    Amounts atLeast(Amounts other) {
        other.amounts.forEach((name, amount) ->
                amounts.merge(name, amount, (mine, theirs) -> mine.compareTo(theirs) >= 0 ? mine : theirs));
        return this;
    }

    public boolean has(String name) {
        return amounts.containsKey(name);
    }

    /// Zero where there is none.
    public Quantity get(String name) {
        return amounts.getOrDefault(name, Quantity.ZERO);
    }

    public Iterable<String> names() {
        return amounts.keySet();
    }

    public boolean isEmpty() {
        return amounts.isEmpty();
    }

    public ObjectNode json() {
        ObjectNode json = Json.object();
        amounts.forEach((name, amount) -> json.put(name, amount.canonical()));
        return json;
    }

    Map<String, Quantity> asMap() {
        return amounts;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Amounts that && amounts.equals(that.amounts);
    }

    @Override
    public int hashCode() {
        return amounts.hashCode();
    }

    /// Such as `cpu=1,pods=2`.
    @Override
    public String toString() {
        return amounts.entrySet().stream()
                .map(entry -> entry.getKey() + '=' + entry.getValue())
                .collect(Collectors.joining(","));
    }
}
