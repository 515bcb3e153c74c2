package dev.archipelago.bench.federation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SetWatchTest {
    private static final String ADDED = event("ADDED", "db", "'status':{'replicas':0}");
    private static final String READY = event(
            "MODIFIED",
            "db",
            "'status':{'conditions':[{'type':'Ready'}],'observedGeneration':2,'readyReplicas':6,'updatedReplicas':5}");
    private static final String OLD =
            event("MODIFIED", "db", "'status':{'observedGeneration':1,'readyReplicas':6,'updatedReplicas':6}");
    private static final String GONE = event("DELETED", "db", "'status':{}");

    private static String event(String type, String name, String status) {
        return ("{'type':'" + type
                        + "','object':{'kind':'StatefulSet','metadata':{'managedFields':[{'name':'no'}],'name':'"
                        + name
                        + "','generation':2},'spec':{'replicas':6,'template':{'metadata':{'labels':{'name':'no'}},"
                        + "'spec':{'containers':[{'env':[{'name':'no','image':'no'}],'image':'app:1'}]}}}," + status
                        + "}}\n")
                .replace('\'', '"');
    }

    @Test
    void tellsWhatIsSeenHoweverTheStreamIsCutUp() {
        byte[] stream = (ADDED + READY + OLD + GONE).getBytes(StandardCharsets.UTF_8);
        for (int length : List.of(1, 7, 100, stream.length)) {
            List<SetEvent> seen = new ArrayList<>();
            SetWatch watch = new SetWatch(seen::add, why -> {
                throw new IllegalStateException(why);
            });
            for (int at = 0; at < stream.length; at += length) {
                watch.piece(ByteBuffer.wrap(stream, at, Math.min(length, stream.length - at)));
            }
            assertThat(seen)
                    .as("pieces of %d bytes", length)
                    .containsExactly(
                            new SetEvent("db", false, "app:1", 0, 0),
                            new SetEvent("db", false, "app:1", 6, 5),
                            new SetEvent("db", false, "app:1", 0, 0),
                            new SetEvent("db", true, "app:1", 0, 0));
        }
    }
}
