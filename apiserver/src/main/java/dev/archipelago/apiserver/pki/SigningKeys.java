package dev.archipelago.apiserver.pki;

import dev.archipelago.api.pki.Pem;
import dev.archipelago.store.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;

/// The key that signs service-account tokens, kept in `sa.key` and `sa.pub`.
public final class SigningKeys {
    private SigningKeys() {}

    /// Opens the key of a directory, or makes it on first start.
    public static KeyPair open(Path directory) throws IOException, GeneralSecurityException {
        PrivateFiles.createDirectories(directory);
        Path privateFile = directory.resolve("sa.key");
        Path publicFile = directory.resolve("sa.pub");
        if (!Files.exists(privateFile)) {
            DurableFiles.writeSecret(privateFile, Pem.encode(Keys.generate()));
        }
        try {
            KeyPair keys = Keys.read(Files.readString(privateFile));
            // The public half stands alone too, for those who check tokens elsewhere.
            String publicPem = Pem.encode(keys.getPublic());
            if (!Files.exists(publicFile) || !Files.readString(publicFile).equals(publicPem)) {
                DurableFiles.writeSecret(publicFile, publicPem);
            }
            return keys;
        } catch (GeneralSecurityException e) {
            throw new GeneralSecurityException(privateFile + " cannot be read: " + e.getMessage(), e);
        }
    }
}
