package dev.archipelago.apiserver.pki;

import dev.archipelago.api.pki.Pem;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.ECGenParameterSpec;

/// Making P-256 keys, and finding them again.
final class Keys {
    private Keys() {}

    static KeyPair generate() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    /// The pair in a key file: as we write it, or with the private half only, as other tools do.
    static KeyPair read(String pem) throws GeneralSecurityException {
        PrivateKey key = Pem.privateKey(pem);
        return Pem.hasPublicKey(pem) ? new KeyPair(Pem.publicKey(pem), key) : CertificateMaker.pairOf(key);
    }
}
