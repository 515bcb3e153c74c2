package dev.archipelago.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacesTest {
    @TempDir
    private Path data;

    @Test
    void keepsThePlaceOfEachClusterWhateverElseIsRun() throws IOException {
        Places.open(data).with(List.of("c1", "c2", "c3")).save(data);
        Places without = Places.open(data).with(List.of("c3", "new"));
        without.save(data);
        assertThat(Places.open(data).with(List.of("c2")).byName())
                .isEqualTo(Map.of("c1", 0, "c2", 1, "c3", 2, "new", 3));
    }

    @Test
    void hasRoomForSoManyOnly() throws IOException {
        List<String> names =
                IntStream.range(0, Places.PLACES_MAX).mapToObj(i -> "c" + i).toList();
        Places full = Places.open(data).with(names);
        assertThat(full.of("c189")).isEqualTo(189);
        assertThatThrownBy(() -> full.with(List.of("more"))).hasMessageContaining("has room for 190 clusters");
    }

    @Test
    void saysThatItsFileCannotBeRead() throws IOException {
        Files.writeString(data.resolve("places.json"), "{");
        assertThatThrownBy(() -> Places.open(data))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("places.json cannot be read");
    }
}
