package dev.archipelago.apiserver.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.apiserver.crd.TestingYaml;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.NullNode;

class ConditionTest {
    private static final Condition.Write WRITE = new Condition.Write(
            TestingYaml.parse("{spec: {replicas: 3, share: 0.5, names: [a, b], paused: false}}"),
            NullNode.getInstance(),
            TestingYaml.parse("{operation: CREATE}"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "object.spec.replicas == 3 && object.spec.share == 0.5",
                "'b' in object.spec.names && !object.spec.paused",
                "oldObject == null",
                "request.operation == 'CREATE'",
                "has(object.spec)"
            })
    void seesTheWrite(String expression) throws ExpressionException {
        assertThat(Condition.compile(expression).holds(WRITE)).isTrue();
        assertThat(Condition.compile("!(" + expression + ")").holds(WRITE)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "object.             | compilation failed: ERROR: <input>:1:8",
                "self.spec           | compilation failed: ERROR: <input>:1:1: undeclared reference to 'self'",
                "duration('1') > x   | compilation failed: ERROR: <input>:1:17",
                "'a'.matches('(')    | compilation failed: ERROR: <input>:1:13",
                "'text'              | must evaluate to bool"
            })
    void saysWhyAnExpressionIsNone(String expression, String message) {
        assertThatThrownBy(() -> Condition.compile(expression))
                .isInstanceOf(ExpressionException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "object.spec.replicas     | did not evaluate to bool",
                "object.spec.missing == 1 | no such key: missing"
            })
    void saysWhyThereIsNoAnswer(String expression, String message) throws ExpressionException {
        Condition condition = Condition.compile(expression);
        assertThatThrownBy(() -> condition.holds(WRITE))
                .isInstanceOf(ExpressionException.class)
                .hasMessage(message);
    }
}
