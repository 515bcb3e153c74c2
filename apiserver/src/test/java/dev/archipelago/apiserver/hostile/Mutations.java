package dev.archipelago.apiserver.hostile;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes good input bad, a little at a time.
final class Mutations {
    private final Random random;
    private final OddValues odd;

    Mutations(Random random, OddValues odd) {
        this.random = random;
        this.odd = odd;
    }

    /// Changes some places of a tree.
    void mutate(ObjectNode tree, int times) {
        for (int i = 0; i < times; i++) {
            List<JsonNode> containers = new ArrayList<>();
            collect(tree, containers);
            switch (odd.pick(containers)) {
                case ObjectNode object -> mutate(object);
                case ArrayNode array -> mutate(array);
                default -> throw new AssertionError("only containers are collected");
            }
        }
    }

    private static void collect(JsonNode node, List<JsonNode> containers) {
        if (node.isContainer()) {
            containers.add(node);
            node.forEach(child -> collect(child, containers));
        }
    }

    private void mutate(ObjectNode object) {
        List<String> names = new ArrayList<>(object.propertyNames());
        if (names.isEmpty() || odd.oneIn(6)) {
            object.set(odd.text(), odd.value(2));
            return;
        }
        String name = odd.pick(names);
        switch (random.nextInt(6)) {
            case 0 -> object.remove(name);
            case 1 -> object.set(odd.text(), object.remove(name));
            case 2 -> object.set(name, odd.value(3));
            default -> object.set(name, odd.scalar());
        }
    }

    private void mutate(ArrayNode array) {
        if (array.isEmpty() || odd.oneIn(4)) {
            array.add(odd.value(2));
            return;
        }
        int index = random.nextInt(array.size());
        switch (random.nextInt(4)) {
            case 0 -> array.remove(index);
            case 1 -> array.add(array.get(index).deepCopy());
            default -> array.set(index, odd.value(2));
        }
    }

    /// Changes some bytes, or cuts or repeats a piece.
    byte[] mutate(byte[] bytes) {
        byte[] changed = bytes.clone();
        if (changed.length == 0) {
            return odd.text().getBytes(StandardCharsets.UTF_8);
        }
        switch (random.nextInt(4)) {
            case 0 -> changed = Arrays.copyOf(changed, random.nextInt(changed.length));
            case 1 -> {
                int from = random.nextInt(changed.length);
                byte[] tail = Arrays.copyOfRange(changed, from, changed.length);
                changed = Arrays.copyOf(changed, changed.length + tail.length);
                System.arraycopy(tail, 0, changed, changed.length - tail.length, tail.length);
            }
            default -> {
                for (int i = random.nextInt(5); i >= 0; i--) {
                    changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
                }
            }
        }
        return changed;
    }
}
