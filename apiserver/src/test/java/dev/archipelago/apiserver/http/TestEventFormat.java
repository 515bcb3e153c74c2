package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.apiserver.registry.EventType;
import java.nio.charset.StandardCharsets;

/// Events as short texts.
final class TestEventFormat implements WatchStream.EventFormat {
    int rendered;

    @Override
    public EventFrame event(EventType type, Stored object) {
        return new EventFrame(object.json().length, () -> {
            rendered++;
            return text(type + " " + object.resourceVersion() + ";");
        });
    }

    @Override
    public byte[] bookmark(long revision) {
        return text("BOOKMARK " + revision + ";");
    }

    @Override
    public byte[] initialEnd(long revision) {
        return bookmark(revision);
    }

    @Override
    public byte[] error(ApiException reason) {
        return text("ERROR;");
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
