package dev.archipelago.federation.membership;

import dev.archipelago.controller.objects.Key;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Passes on of which bindings something has changed, to listeners that come and go.
public final class Changes {
    private final List<Consumer<Key>> listeners = new CopyOnWriteArrayList<>();

    /// Ends by closing what it returns.
    public Ending listen(Consumer<Key> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    public void tell(Key binding) {
        for (Consumer<Key> listener : listeners) {
            listener.accept(binding);
        }
    }

    /// Ends a subscription.
    public interface Ending extends AutoCloseable {
        @Override
        void close();
    }
}
