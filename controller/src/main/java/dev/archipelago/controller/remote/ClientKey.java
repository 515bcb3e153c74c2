package dev.archipelago.controller.remote;

import dev.archipelago.api.pki.ClientIdentity;
import dev.archipelago.api.pki.Pem;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// The client certificate and its key. It can be replaced at any time, from any thread; open connections keep the
/// one they were opened with.
final class ClientKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "client";

    private volatile @Nullable ClientIdentity identity;

    static ClientIdentity identity(String certificatePem, String keyPem) throws GeneralSecurityException {
        return new ClientIdentity(PrivateKeys.read(keyPem), Pem.certificates(certificatePem));
    }

    void use(ClientIdentity newIdentity) {
        identity = newIdentity;
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, SSLEngine engine) {
        return choose(keyTypes);
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return choose(keyTypes);
    }

    private @Nullable String choose(String[] keyTypes) {
        ClientIdentity mine = identity;
        if (mine != null) {
            for (String type : keyTypes) {
                if (type.equals(mine.key().getAlgorithm())) {
                    return ALIAS;
                }
            }
        }
        return null;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        ClientIdentity mine = identity;
        return mine == null ? null : mine.chain().toArray(new X509Certificate[0]);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        ClientIdentity mine = identity;
        return mine == null ? null : mine.key();
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return choose(new String[] {keyType}) == null ? null : new String[] {ALIAS};
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
