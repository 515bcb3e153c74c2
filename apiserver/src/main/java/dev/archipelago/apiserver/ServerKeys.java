package dev.archipelago.apiserver;

import dev.archipelago.apiserver.authn.StaticTokens;
import dev.archipelago.apiserver.pki.CertificateAuthority;
import dev.archipelago.apiserver.pki.CertificateSpec;
import dev.archipelago.apiserver.pki.ServerTls;
import dev.archipelago.apiserver.pki.SigningKeys;
import dev.archipelago.apiserver.pki.TlsContexts;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// The secrets of a server, made on its first start and found again on later ones. Needs no store, so that both can be
/// opened at the same time.
///
/// @param tls shows the server's certificate, and trusts what the server's authority signed
public record ServerKeys(CertificateAuthority authority, TlsContexts tls, KeyPair signing, String adminToken) {
    /// The file that is made last on a first start.
    private static final String LAST = "admin.token";

    /// Starts to open the keys, on a thread of its own: making them takes as long as opening a store.
    public static Opening opening(ApiServer.Options options) {
        FutureTask<ServerKeys> task = new FutureTask<>(() -> open(options));
        Thread.ofPlatform().name("keys").daemon().start(task);
        return new Opening(task);
    }

    /// Keys that will be there in a moment.
    public record Opening(FutureTask<ServerKeys> task) {
        ServerKeys await() throws IOException, GeneralSecurityException {
            try {
                return task.get();
            } catch (ExecutionException e) {
                switch (e.getCause()) {
                    case IOException cause -> throw cause;
                    case GeneralSecurityException cause -> throw cause;
                    case null, default -> throw new IllegalStateException("the keys could not be opened", e.getCause());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while starting");
            }
        }
    }

    private static ServerKeys open(ApiServer.Options options) throws IOException, GeneralSecurityException {
        Path pki = options.directory().resolve("pki");
        checkComplete(pki);
        InstantSource clock = InstantSource.system();
        CertificateAuthority authority = CertificateAuthority.open(pki, clock);
        return new ServerKeys(
                authority,
                ServerTls.contexts(authority, "apiserver", certificate(options.host()), clock),
                SigningKeys.open(pki),
                StaticTokens.open(pki.resolve(LAST)));
    }

    /// Keys that others rely on are not made anew when they are lost: all certificates, tokens and kubeconfigs of
    /// before would be refused, and nobody would know why.
    private static void checkComplete(Path pki) throws GeneralSecurityException {
        if (!Files.exists(pki.resolve(LAST))) {
            // The first start, or one after it if that did not come to its end.
            return;
        }
        for (String name : List.of("ca.crt", "ca.key", "sa.key")) {
            if (!Files.exists(pki.resolve(name))) {
                throw new GeneralSecurityException(pki.resolve(name) + " is missing: bring it back from a backup, or "
                        + "remove all of " + pki + " for new keys, with which no certificate, token or kubeconfig of "
                        + "before is good");
            }
        }
    }

    private static CertificateSpec certificate(String host) throws IOException {
        List<InetAddress> addresses = new ArrayList<>();
        for (String address : List.of(host, "127.0.0.1", "::1")) {
            addresses.addAll(List.of(InetAddress.getAllByName(address)));
        }
        return CertificateSpec.server(
                "kube-apiserver",
                List.of(
                        "localhost",
                        "kubernetes",
                        "kubernetes.default",
                        "kubernetes.default.svc",
                        "kubernetes.default.svc.cluster.local"),
                addresses);
    }

    @Override
    public String toString() {
        return "ServerKeys";
    }
}
