package dev.archipelago.apiserver.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Gives each test a server of its own, or one to a whole class whose tests share their instance.
public final class OwnServer extends Lender<TestingApiServer> {

    public OwnServer() {
        super(TestingApiServer.class);
    }

    @Override
    protected TestingApiServer start(Path directory) throws IOException, GeneralSecurityException {
        return TestingApiServer.start(directory);
    }

    @Override
    protected ExtensionContext borrowers(ExtensionContext asking) {
        return asking;
    }
}
