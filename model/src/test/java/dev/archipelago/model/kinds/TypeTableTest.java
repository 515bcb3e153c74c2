package dev.archipelago.model.kinds;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.model.schema.Struct;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TypeTableTest {

    @Test
    void typesMayReferToThemselvesAndToLaterOnes() {
        Map<String, Struct> types =
                TypeTable.parse("# comment\na.A\n\tchild\ta.A\n\tlater\t[]a.B\trequired\na.B\tatomic\n\tx\tstring\n");
        Struct first = requireNonNull(types.get("a.A"));
        assertThat(requireNonNull(first.field("child")).schema()).isSameAs(first);
        assertThat(requireNonNull(first.field("later")).required()).isTrue();
        assertThat(requireNonNull(types.get("a.B")).atomic()).isTrue();
        assertThat(first.atomic()).isFalse();
    }

    @Test
    void aReferenceToNothingIsRefused() {
        assertThatThrownBy(() -> TypeTable.parse("a.A\n\tx\ta.Missing\n")).hasMessageContaining("a.Missing");
    }
}
