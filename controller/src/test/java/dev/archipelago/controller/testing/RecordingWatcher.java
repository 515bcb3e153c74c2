package dev.archipelago.controller.testing;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.AnyObject;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Records the events of a watch as text.
public final class RecordingWatcher implements ClusterApi.Watcher<AnyObject> {
    private static final long PATIENCE_SECONDS = 30;

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    @Override
    public void changed(AnyObject object) {
        events.add("changed " + object.name() + '@' + object.resourceVersion());
    }

    @Override
    public void removed(AnyObject object, long resourceVersion) {
        events.add("removed " + object.name() + '@' + resourceVersion);
    }

    @Override
    public void progressed(long resourceVersion) {
        events.add("progressed @" + resourceVersion);
    }

    @Override
    public void ended(ApiException reason) {
        events.add("ended " + reason.reason());
    }

    public String next() {
        try {
            String next = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("nothing was told");
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /// The next event other than a bookmark.
    public String nextChange() {
        String next = next();
        while (next.startsWith("progressed")) {
            next = next();
        }
        return next;
    }

    /// Whether all events are taken and no other arrives for a moment.
    public boolean isSilent() {
        try {
            return events.poll(50, TimeUnit.MILLISECONDS) == null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
