package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.Key;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Passes changes of bindings on to listeners that come and go.
public final class BindingChanges {
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /// Receives changes, on any thread.
    public interface Listener {
        /// A binding or its template has changed, which may matter in every cluster.
        void changed(Key binding);

        /// The state of a binding in one cluster has changed.
        void changedIn(String cluster, Key binding);
    }

    /// Registers a listener until the result is closed.
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
