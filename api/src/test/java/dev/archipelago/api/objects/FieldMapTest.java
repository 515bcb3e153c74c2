package dev.archipelago.api.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.archipelago.testing.Seeds;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;

class FieldMapTest {
    /// Whatever is done to it, it is what the map is that Jackson would use.
    @Seeds(200)
    void doesWhatALinkedHashMapDoes(Random random) {
        Map<String, JsonNode> expected = new LinkedHashMap<>();
        Map<String, JsonNode> map = new FieldMap();
        // Some stay few, some become many.
        int names = 1 + random.nextInt(3 * FieldMap.FEW_MAX);
        for (int i = 0; i < 200; i++) {
            String name = "field-" + random.nextInt(names);
            JsonNode value = IntNode.valueOf(i);
            switch (random.nextInt(8)) {
                case 0 -> assertThat(map.remove(name)).isEqualTo(expected.remove(name));
                case 1 -> assertThat(map.putIfAbsent(name, value)).isEqualTo(expected.putIfAbsent(name, value));
                case 2 -> removeOddOnes(map, expected);
                case 3 -> {
                    map.entrySet().forEach(field -> field.setValue(value));
                    expected.entrySet().forEach(field -> field.setValue(value));
                }
                case 4 -> {
                    if (random.nextInt(10) == 0) {
                        map.clear();
                        expected.clear();
                    }
                }
                default -> assertThat(map.put(name, value)).isEqualTo(expected.put(name, value));
            }
            check(map, expected, name);
        }
    }

    private static void removeOddOnes(Map<String, JsonNode> map, Map<String, JsonNode> expected) {
        for (Iterator<Map.Entry<String, JsonNode>> fields = map.entrySet().iterator(); fields.hasNext(); ) {
            if (fields.next().getValue().intValue() % 8 == 1) {
                fields.remove();
            }
        }
        expected.values().removeIf(value -> value.intValue() % 8 == 1);
    }

    private static void check(Map<String, JsonNode> map, Map<String, JsonNode> expected, String name) {
        assertThat(new ArrayList<>(map.entrySet())).isEqualTo(new ArrayList<>(expected.entrySet()));
        List<String> told = new ArrayList<>();
        map.forEach((field, value) -> told.add(field));
        assertThat(told).isEqualTo(List.copyOf(expected.keySet()));
        assertThat(map).isEqualTo(expected).hasSameHashCodeAs(expected).hasSize(expected.size());
        assertThat(expected).isEqualTo(map);
        assertThat(map.get(name)).isEqualTo(expected.get(name));
        assertThat(map.containsKey(name)).isEqualTo(expected.containsKey(name));
    }

    @Test
    void nothingIsRemovedTwice() {
        Map<String, JsonNode> map = new FieldMap();
        map.put("a", IntNode.valueOf(1));
        map.put("b", IntNode.valueOf(2));
        Iterator<Map.Entry<String, JsonNode>> fields = map.entrySet().iterator();
        assertThatIllegalStateException().isThrownBy(fields::remove);
        fields.next();
        fields.next();
        fields.remove();
        assertThatIllegalStateException().isThrownBy(fields::remove);
        assertThat(map).containsOnlyKeys("a");
    }

    @Test
    void isInAllObjectsThatAreParsed() {
        JsonNode parsed = Json.parse("{\"a\":{\"b\":1}}".getBytes(UTF_8));
        assertThat(parsed.path("a").properties().getClass().getEnclosingClass()).isEqualTo(FieldMap.class);
    }
}
