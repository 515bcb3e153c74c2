package dev.archipelago.dns.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Type;

class MarkerTest {
    private static final Name WEB = Name.fromConstantString("web.example.org.");
    private final Marker marker = new Marker("eu-1");

    @Test
    void saysWhoseANameIsAndWhichTypes() {
        TreeSet<Integer> types = new TreeSet<>(List.of(Type.AAAA, Type.A));
        Record record = marker.recordFor(WEB, types, 300);
        assertThat(record.getName()).hasToString("_archipelago.web.example.org.");
        assertThat(record.rdataToString()).isEqualTo("archipelago-eu-1 A AAAA");
        assertThat(marker.read(List.of(record))).contains(types);
        assertThat(Marker.isAt(record.getName())).isTrue();
        assertThat(Marker.markedFrom(record.getName())).isEqualTo(WEB);
        assertThat(new Marker("eu-2").read(List.of(record))).isEmpty();
        assertThat(marker.read(List.of())).isEmpty();
        assertThat(marker.read(List.of(record, record))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "archipelago-eu-1",
                "archipelago-eu-1 SOA",
                "archipelago-eu-1 A nonsense",
                "archipelago-eu A",
                "eu-1 A"
            })
    void takesNothingElseForOne(String text) throws Exception {
        Record record = Record.fromString(Marker.nameFor(WEB), Type.TXT, DClass.IN, 1, text, Name.root);
        assertThat(marker.read(List.of(record))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\"", "ä"})
    void refusesOwnersThatAreNotPlain(String owner) {
        assertThatThrownBy(() -> new Marker(owner)).isInstanceOf(IllegalArgumentException.class);
    }
}
