package dev.archipelago.simulation.federation;

import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.Names;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Generates random patches of a live StatefulSet: of any field and annotation, including those that must be refused.
final class Edits {
    private static final List<String> NUMBERS = List.of("2000000000", "2147483647", "1000000", "-1", "99999999999");

    private final RandomGenerator random;

    Edits(RandomGenerator random) {
        this.random = random;
    }

    /// A patch of one field or one annotation.
    String any() {
        return switch (random.nextInt(11)) {
            case 0, 1 -> annotation(Names.IDENTITY, "Global", "Local", "global", null);
            case 2 -> annotation(Names.SCALING, "OneAtATime", "AtOnce", null);
            case 3 -> annotation(Names.BOOTSTRAP, "Ordered", "Parallel", null);
            case 4 -> annotation(Names.LOAD_BALANCERS, "true", "false", null);
            case 10 -> annotation(Names.LOST_VOLUMES, "Hold", "Start", null);
            case 5 -> "{\"spec\":{\"serviceName\":\"set" + random.nextInt(3) + "\"}}";
            case 6 -> "{\"spec\":{\"ordinals\":{\"start\":" + random.nextInt(4) + "}}}";
            case 7 -> label("{\"metadata\":{\"labels\":{\"team\":\"%d\"}}}");
            case 8 -> label("{\"spec\":{\"template\":{\"metadata\":{\"labels\":{\"team\":\"%d\"}}}}}");
            default -> label("{\"spec\":{\"minReadySeconds\":%d}}");
        };
    }

    /// A patch with a number that is out of range.
    String absurd() {
        String number = NUMBERS.get(random.nextInt(NUMBERS.size()));
        return random.nextBoolean()
                ? "{\"spec\":{\"replicas\":" + number + "}}"
                : "{\"spec\":{\"ordinals\":{\"start\":" + number + "}}}";
    }

    private String label(String patch) {
        return patch.formatted(random.nextInt(5));
    }

    private String annotation(String name, @Nullable String... values) {
        return annotation(name, values[random.nextInt(values.length)]);
    }

    /// Sets or removes an annotation.
    static String annotation(String name, @Nullable String value) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").putObject("annotations").put(name, value);
        return patch.toString();
    }
}
