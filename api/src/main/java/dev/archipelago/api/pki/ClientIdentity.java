package dev.archipelago.api.pki;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/// A private key with the certificate that vouches for it, followed by its issuers.
public record ClientIdentity(PrivateKey key, List<X509Certificate> chain) {
    public ClientIdentity {
        chain = List.copyOf(chain);
        if (chain.isEmpty()) {
            throw new IllegalArgumentException("an identity needs a certificate");
        }
    }

    public X509Certificate certificate() {
        return chain.getFirst();
    }

    /// Names the subject and nothing of the key.
    @Override
    public String toString() {
        return "Identity[" + certificate().getSubjectX500Principal() + "]";
    }
}
