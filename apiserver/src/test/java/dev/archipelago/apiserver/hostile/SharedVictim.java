package dev.archipelago.apiserver.hostile;

import dev.archipelago.apiserver.testing.Lender;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Gives tests one server for them all, which each must leave unharmed.
final class SharedVictim extends Lender<Victim> {

    SharedVictim() {
        super(Victim.class);
    }

    @Override
    protected Victim start(Path directory) throws IOException, GeneralSecurityException {
        return Victim.start(directory);
    }

    @Override
    protected ExtensionContext borrowers(ExtensionContext asking) {
        return asking.getRoot();
    }
}
