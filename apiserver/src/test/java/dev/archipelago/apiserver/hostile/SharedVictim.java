package dev.archipelago.apiserver.hostile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Gives tests one server for them all, which each must leave unharmed.
final class SharedVictim implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Victim.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SharedVictim.class))
                .computeIfAbsent(Holder.class)
                .victim;
    }

    /// Closed when all tests are done.
    static final class Holder implements AutoCloseable {
        private final Path directory;
        final Victim victim;

        Holder() throws Exception {
            directory = Files.createTempDirectory("victim");
            victim = Victim.start(directory);
        }

        @Override
        public void close() throws IOException {
            victim.close();
            try (var files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
