package dev.archipelago.apiserver.pki;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;

/// Making P-256 keys, and telling whether two halves belong together.
final class Keys {
    private static final byte[] PROBE = "do these keys belong together".getBytes(StandardCharsets.UTF_8);

    private Keys() {}

    static KeyPair generate() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    static boolean match(PrivateKey privateKey, PublicKey publicKey) {
        try {
            Signature signer = Signature.getInstance("SHA256withECDSA");
            signer.initSign(privateKey);
            signer.update(PROBE);
            byte[] signature = signer.sign();
            signer.initVerify(publicKey);
            signer.update(PROBE);
            return signer.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
