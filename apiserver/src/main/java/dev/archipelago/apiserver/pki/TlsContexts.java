package dev.archipelago.apiserver.pki;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// TLS in two kinds that a client cannot tell apart: one that is quick, but opens two files for each connection, and
/// one that is frugal. The frugal one is not made before it is asked for.
public final class TlsContexts {
    private final SSLContext quick;
    private final Supplier<SSLContext> making;
    private final AtomicReference<@Nullable SSLContext> frugal = new AtomicReference<>();

    TlsContexts(SSLContext quick, Supplier<SSLContext> frugal) {
        this.quick = quick;
        this.making = frugal;
    }

    /// One that is both.
    public static TlsContexts only(SSLContext context) {
        return new TlsContexts(context, () -> context);
    }

    public SSLContext quick() {
        return quick;
    }

    public SSLContext frugal() {
        SSLContext made = frugal.get();
        if (made == null) {
            made = making.get();
            frugal.set(made);
        }
        return made;
    }
}
