package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.Key;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Passes on of which bindings something has changed, to listeners that come and go.
public final class BindingChanges {
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /// Is told of changes, from any thread.
    public interface Listener {
        /// Something has changed that may matter everywhere.
        void changed(Key binding);

        /// Something has changed in one cluster.
        void changedIn(String cluster, Key binding);
    }

    /// Ends by closing what it returns.
    public Ending listen(Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    public void tell(Key binding) {
        for (Listener listener : listeners) {
            listener.changed(binding);
        }
    }

    public void tellOf(String cluster, Key binding) {
        for (Listener listener : listeners) {
            listener.changedIn(cluster, binding);
        }
    }

    /// Ends a subscription.
    public interface Ending extends AutoCloseable {
        @Override
        void close();
    }
}
