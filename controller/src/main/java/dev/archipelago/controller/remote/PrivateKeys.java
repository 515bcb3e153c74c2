package dev.archipelago.controller.remote;

import java.io.IOException;
import java.io.StringReader;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.jspecify.annotations.Nullable;

/// Reads private keys in all common PEM forms: PKCS #8, PKCS #1 and SEC 1.
final class PrivateKeys {
    private PrivateKeys() {}

    /// The first key of a text. Other parts are ignored, except the curve parameters of an EC key that does not
    /// name its curve.
    static PrivateKey read(String pem) throws GeneralSecurityException {
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            @Nullable ASN1ObjectIdentifier curve = null;
            for (Object part = parser.readObject(); part != null; part = parser.readObject()) {
                switch (part) {
                    case ASN1ObjectIdentifier named -> curve = named;
                    case PEMKeyPair pair -> {
                        return key(complete(pair.getPrivateKeyInfo(), curve));
                    }
                    case PrivateKeyInfo info -> {
                        return key(info);
                    }
                    default -> {}
                }
            }
        } catch (IOException e) {
            // The cause could quote the key.
            throw new GeneralSecurityException("the private key is not readable PEM");
        }
        throw new GeneralSecurityException("no private key found, or one that is encrypted");
    }

    private static PrivateKeyInfo complete(PrivateKeyInfo info, @Nullable ASN1ObjectIdentifier curve)
            throws IOException {
        AlgorithmIdentifier algorithm = info.getPrivateKeyAlgorithm();
        return curve != null
                        && algorithm.getParameters() == null
                        && algorithm.getAlgorithm().equals(X9ObjectIdentifiers.id_ecPublicKey)
                ? new PrivateKeyInfo(new AlgorithmIdentifier(algorithm.getAlgorithm(), curve), info.parsePrivateKey())
                : info;
    }

    private static PrivateKey key(PrivateKeyInfo info) throws IOException, GeneralSecurityException {
        ASN1ObjectIdentifier algorithm = info.getPrivateKeyAlgorithm().getAlgorithm();
        String name = algorithm.equals(X9ObjectIdentifiers.id_ecPublicKey)
                ? "EC"
                : algorithm.equals(PKCSObjectIdentifiers.rsaEncryption) ? "RSA" : "EdDSA";
        return KeyFactory.getInstance(name).generatePrivate(new PKCS8EncodedKeySpec(info.getEncoded()));
    }
}
