package dev.archipelago.apiserver.testing;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Lends tests a server, which they take as a parameter. It starts when the first asks for it, in a directory of its
/// own,
/// and ends when the last is done.
///
/// @param <T> what is lent
public abstract class Lender<T extends Closeable> implements ParameterResolver {
    private final Class<T> type;

    protected Lender(Class<T> type) {
        this.type = type;
    }

    protected abstract T start(Path directory) throws Exception;

    /// Those who share one, of whom somebody asks.
    protected abstract ExtensionContext borrowers(ExtensionContext asking);

    /// A constructor asks for its test.
    @Override
    public final ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public final boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == type;
    }

    @Override
    public final Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return borrowers(context)
                .getStore(Namespace.create(getClass()))
                .computeIfAbsent(type, key -> lend(), Loan.class)
                .lent;
    }

    private Loan lend() {
        try {
            Path directory = Files.createTempDirectory("lent");
            return new Loan(directory, start(directory));
        } catch (Exception e) {
            throw new ParameterResolutionException("there is no server to lend", e);
        }
    }

    private record Loan(Path directory, Closeable lent) implements Closeable {
        @Override
        public void close() throws IOException {
            lent.close();
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
