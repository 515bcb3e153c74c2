package dev.archipelago.apiserver.pki;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;

/// The key that signs service-account tokens, kept in `sa.key` and `sa.pub`.
public final class SigningKeys {
    private SigningKeys() {}

    /// Opens the key of a directory, or makes it on first start.
    public static KeyPair open(Path directory) throws IOException, GeneralSecurityException {
        Files.createDirectories(directory);
        Path privateFile = directory.resolve("sa.key");
        Path publicFile = directory.resolve("sa.pub");
        if (!Files.exists(privateFile)) {
            KeyPair keys = Keys.generate();
            DurableFiles.writeSecret(privateFile, Pem.encode(keys.getPrivate()));
            DurableFiles.writePublic(publicFile, Pem.encode(keys.getPublic()));
            return keys;
        }
        try {
            PrivateKey privateKey = Pem.privateKey(Files.readString(privateFile));
            if (Files.exists(publicFile)) {
                PublicKey publicKey = Pem.publicKey(Files.readString(publicFile));
                if (Keys.match(privateKey, publicKey)) {
                    return new KeyPair(publicKey, privateKey);
                }
            }
            KeyPair keys = CertificateMaker.pairOf(privateKey);
            DurableFiles.writePublic(publicFile, Pem.encode(keys.getPublic()));
            return keys;
        } catch (GeneralSecurityException e) {
            throw new GeneralSecurityException(privateFile + " cannot be read: " + e.getMessage(), e);
        }
    }
}
