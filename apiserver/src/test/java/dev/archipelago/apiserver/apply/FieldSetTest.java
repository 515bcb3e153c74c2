package dev.archipelago.apiserver.apply;

import static dev.archipelago.api.patch.TestingJson.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldSetTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"f:a":{}}                            | {"f:b":{}}              | {"f:a":{},"f:b":{}} | {"f:a":{}}            | {}         | {"f:a":{}}
            {"f:a":{},"f:b":{}}                   | {"f:b":{}}              | {"f:a":{},"f:b":{}} | {"f:a":{}}            | {"f:b":{}} | {"f:a":{}}
            {"f:a":{"f:b":{}}}                    | {"f:a":{}}              | {"f:a":{".":{},"f:b":{}}} | {"f:a":{"f:b":{}}} | {}      | {}
            {"f:a":{}}                            | {"f:a":{"f:b":{}}}      | {"f:a":{".":{},"f:b":{}}} | {"f:a":{}}      | {}         | {"f:a":{}}
            {"f:a":{".":{},"f:b":{},"f:c":{}}}    | {"f:a":{"f:b":{}}}      | {"f:a":{".":{},"f:b":{},"f:c":{}}} | {"f:a":{".":{},"f:c":{}}} | {"f:a":{"f:b":{}}} | {"f:a":{".":{},"f:c":{}}}
            {"f:a":{".":{},"f:b":{}}}             | {"f:a":{".":{},"f:b":{}}} | {"f:a":{".":{},"f:b":{}}} | {}            | {"f:a":{".":{},"f:b":{}}} | {}
            {"f:l":{"k:{\\"n\\":1}":{".":{},"f:n":{}}}} | {"f:l":{"k:{\\"n\\":1}":{}}} | {"f:l":{"k:{\\"n\\":1}":{".":{},"f:n":{}}}} | {"f:l":{"k:{\\"n\\":1}":{"f:n":{}}}} | {"f:l":{"k:{\\"n\\":1}":{}}} | {}
            """)
    void combines(
            String left,
            String right,
            String union,
            String difference,
            String intersection,
            String recursiveDifference) {
        FieldSet a = set(left);
        FieldSet b = set(right);

        assertThat(a.union(b)).hasToString(union);
        assertThat(a.difference(b)).hasToString(difference);
        assertThat(a.intersection(b)).hasToString(intersection);
        assertThat(a.recursiveDifference(b)).hasToString(recursiveDifference);
    }

    @Test
    void writesElementsInTheOrderOfKubernetes() {
        String shuffled = """
                {"i:10":{},"i:9":{},"v:-10":{},"v:1.5":{},"v:true":{},"v:\\"b\\"":{},"v:\\"a\\"":{},"v:100":{},"v:10":{},"v:9":{},
                 "k:{\\"port\\":443,\\"protocol\\":\\"TCP\\"}":{},"k:{\\"port\\":80,\\"protocol\\":\\"UDP\\"}":{},
                 "k:{\\"port\\":80,\\"protocol\\":\\"TCP\\"}":{},"k:{\\"name\\":\\"a-b\\"}":{},"k:{\\"name\\":\\"a\\"}":{},
                 "k:{\\"port\\":80}":{},"f:b":{"f:d":{},"f:c":{},".":{}},"f:a":{},"x:unknown":{}}
                """;

        assertThat(set(shuffled)).hasToString("""
                {"f:a":{},"f:b":{".":{},"f:c":{},"f:d":{}},\
                "k:{\\"name\\":\\"a\\"}":{},"k:{\\"name\\":\\"a-b\\"}":{},"k:{\\"port\\":80}":{},\
                "k:{\\"port\\":80,\\"protocol\\":\\"TCP\\"}":{},"k:{\\"port\\":80,\\"protocol\\":\\"UDP\\"}":{},\
                "k:{\\"port\\":443,\\"protocol\\":\\"TCP\\"}":{},\
                "v:-10":{},"v:1.5":{},"v:9":{},"v:10":{},"v:100":{},"v:\\"a\\"":{},"v:\\"b\\"":{},"v:true":{},"i:9":{},"i:10":{}}""");
    }

    @Test
    void bringsForeignElementsIntoOneForm() {
        assertThat(set("""
                {"k:{ \\"b\\": 1.0, \\"a\\": \\"<x>\\" }":{"f:x":{}},"v: \\"a\\"":{},"i:007":{}}""")).hasToString("""
                {"k:{\\"a\\":\\"\\\\u003cx\\\\u003e\\",\\"b\\":1}":{"f:x":{}},"v:\\"a\\"":{},"i:7":{}}""");
        assertThat(set("{'k:{\"a\":1,\"b\":2}':{'f:x':{}},'k:{\"b\":2,\"a\":1}':{'f:y':{}}}"))
                .as("two texts of one element are joined")
                .isEqualTo(set("{'k:{\"a\":1,\"b\":2}':{'f:x':{},'f:y':{}}}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[]", "{'f':{}}", "{'fa':{}}", "{'k:1':{}}", "{'k:{':{}}", "{'v:':{}}", "{'i:a':{}}", "{'f:a':1}"
            })
    void refusesMalformedFields(String json) {
        assertThatThrownBy(() -> set(json)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void knowsItsMembers() {
        FieldSet set = set("{'f:a':{'f:b':{}},'f:c':{'.':{},'k:{\"n\":\"x\"}':{}}}");

        assertThat(set.has("f:a", "f:b")).isTrue();
        assertThat(set.has("f:a")).isFalse();
        assertThat(set.has("f:c")).isTrue();
        assertThat(set.has("f:c", "k:{\"n\":\"x\"}")).isTrue();
        assertThat(set.has("f:c", "k:{\"n\":\"y\"}")).isFalse();
        assertThat(set.has()).isFalse();
        assertThat(set.isEmpty()).isFalse();
        assertThat(FieldSet.EMPTY.isEmpty()).isTrue();
        assertThat(FieldSet.ofFields("spec", "replicas")).isEqualTo(set("{'f:spec':{'f:replicas':{}}}"));
    }

    @Test
    void showsPathsAsKubernetesDoes() {
        List<String> paths = new ArrayList<>();
        set("{'f:a':{'.':{},'f:b':{'k:{\"n\":\"x\",\"p\":80}':{'f:i':{}}},'v:\"z\"':{},'i:3':{}},'f:c':{}}")
                .forEachPath(paths::add);

        assertThat(paths).containsExactly(".a", ".c", ".a[=\"z\"]", ".a[3]", ".a.b[n=\"x\",p=80].i");
    }

    @Test
    void keepsTheLawsOfSets() {
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            FieldSet a = random(random, 3);
            FieldSet b = random(random, 3);
            FieldSet c = random(random, 3);

            assertThat(a.union(b)).as("seed %d", seed).isEqualTo(b.union(a));
            assertThat(a.union(b).union(c)).as("seed %d", seed).isEqualTo(a.union(b.union(c)));
            assertThat(a.union(a)).as("seed %d", seed).isSameAs(a);
            assertThat(a.difference(a)).as("seed %d", seed).isSameAs(FieldSet.EMPTY);
            assertThat(a.intersection(b)).as("seed %d", seed).isEqualTo(a.difference(a.difference(b)));
            assertThat(a.difference(b).union(a.intersection(b)))
                    .as("seed %d", seed)
                    .isEqualTo(a);
            assertThat(a.union(b).difference(b)).as("seed %d", seed).isEqualTo(a.difference(b));
            assertThat(a.recursiveDifference(b).difference(a.difference(b)).isEmpty())
                    .as("seed %d", seed)
                    .isTrue();
            assertThat(a.difference(b.difference(a)))
                    .as("nothing taken, nothing copied")
                    .isSameAs(a);

            assertThat(FieldSet.fromJson(a.toJson())).as("seed %d", seed).isEqualTo(a);
            assertThat(FieldSet.fromJson(json(a.toString())).toString())
                    .as("seed %d", seed)
                    .isEqualTo(a.toString());
            assertThat(a.overlaps(b.toJson()))
                    .as("seed %d", seed)
                    .isEqualTo(!a.intersection(b).isEmpty());
            assertThat(a.isWithin(b.toJson()))
                    .as("seed %d", seed)
                    .isEqualTo(a.difference(b).isEmpty());
        }
    }

    private static final List<String> ELEMENTS = List.of(
            "f:a",
            "f:b",
            "f:name",
            "k:{\"name\":\"a\"}",
            "k:{\"port\":80}",
            "k:{\"port\":443}",
            "v:\"x\"",
            "v:7",
            "i:1");

    private static FieldSet random(Random random, int depth) {
        FieldSetBuilder builder = new FieldSetBuilder();
        for (String element : ELEMENTS) {
            FieldSet children = depth > 1 && random.nextInt(3) == 0 ? random(random, depth - 1) : FieldSet.EMPTY;
            boolean member = random.nextInt(4) == 0;
            if (member || !children.isEmpty()) {
                builder.add(element, member, children);
            }
        }
        return builder.build();
    }

    private static FieldSet set(String json) {
        return FieldSet.fromJson(json(json));
    }
}
