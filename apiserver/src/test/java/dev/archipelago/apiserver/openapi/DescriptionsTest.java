package dev.archipelago.apiserver.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.model.kinds.BuiltinKinds;
import java.util.List;
import org.junit.jupiter.api.Test;

class DescriptionsTest {

    @Test
    void everyTextIsAboutATypeOrAFieldThatExists() {
        List<String> strays = Descriptions.subjects().stream()
                .filter(subject -> !subject.startsWith("*."))
                .filter(subject -> BuiltinKinds.findType(subject).isEmpty())
                .filter(subject -> BuiltinKinds.findType(subject.substring(0, subject.lastIndexOf('.')))
                        .filter(type -> type.field(subject.substring(subject.lastIndexOf('.') + 1)) != null)
                        .isEmpty())
                .toList();
        assertThat(strays).isEmpty();
        assertThat(Descriptions.subjects()).hasSizeGreaterThan(200);
    }

    @Test
    void aTextOfItsOwnWinsOverTheOneForAllTypes() {
        assertThat(Descriptions.ofField("apis.meta.v1.Condition", "status")).isEqualTo("True, False or Unknown.");
        assertThat(Descriptions.ofField("core.v1.Pod", "status")).isEqualTo(Descriptions.ofField("*", "status"));
        assertThat(Descriptions.ofField("core.v1.Pod", "nothing")).isEmpty();
        assertThat(Descriptions.ofType("core.v1.Pod")).isNotEmpty();
    }
}
