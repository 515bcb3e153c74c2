package dev.archipelago.federation.sync;

import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriftTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // wanted | found
                "{a: 1, b: {c: x}} | {a: 1, b: {c: x}}",
                // Fields that others added are ignored.
                "{a: 1} | {a: 1, b: 2}",
                "{b: {c: x}} | {b: {c: x, d: y}, status: {}}",
                // Numbers are compared by value.
                "{a: 1} | {a: 1.0}",
                // Servers omit empty values.
                "{a: {}, b: [], c: null} | {}",
                "{a: {}} | {a: null}",
                "{a: {}} | {a: {b: c}}",
                // Lists of named elements.
                "{l: [{name: a, x: 1}]} | {l: [{name: a, x: 1, y: 2}]}",
                "{l: [{name: a, x: 1}]} | {l: [{name: side}, {name: a, x: 1}]}",
                "{l: [{name: a}, {name: b}]} | {l: [{name: b}, {name: a}]}",
                "{l: [{containerPort: 80}]} | {l: [{containerPort: 80, protocol: TCP}]}",
                "{l: [a, b, a]} | {l: [a, b, a]}",
                "{l: [{verbs: [get]}]} | {l: [{verbs: [get]}]}",
            })
    void isAsItIsToBe(String wanted, String found) {
        assertThat(Drift.holds(tree(wanted), tree(found))).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{a: 1} | {a: 2}",
                "{a: 1} | {}",
                "{a: '1'} | {a: 1}",
                "{a: false} | {}",
                "{b: {c: x}} | {b: {c: y}}",
                "{b: {c: x}} | {b: z}",
                "{a: {b: c}} | {a: {}}",
                "{a: x} | {a: {b: c}}",
                "{l: [{name: a, x: 1}]} | {l: [{name: a, x: 2}]}",
                "{l: [{name: a}, {name: b}]} | {l: [{name: a}]}",
                "{l: [{name: a}]} | {l: []}",
                "{l: [{name: a}]} | {}",
                // Without names, order and number of elements matter, as in arguments and rules.
                "{l: [a, b]} | {l: [b, a]}",
                "{l: [a]} | {l: [a, b]}",
                "{l: [a, a]} | {l: [a, b]}",
                "{l: [{verbs: [get]}]} | {l: [{verbs: [get]}, {verbs: [delete]}]}",
                "{l: [{verbs: [get]}, {verbs: [list]}]} | {l: [{verbs: [list]}, {verbs: [get]}]}",
            })
    void isNotAsItIsToBe(String wanted, String found) {
        assertThat(Drift.holds(tree(wanted), tree(found))).isFalse();
    }
}
