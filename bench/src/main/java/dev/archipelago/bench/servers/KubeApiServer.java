package dev.archipelago.bench.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;

/// A stock kube-apiserver on an etcd of its own, with RBAC and one administrator.
public record KubeApiServer(Path executable, Path etcdExecutable) {
    private static final String TOKEN = "administrator";

    public ApiServerProcess start(Path directory) throws IOException, InterruptedException {
        prepare(directory);
        long first = System.nanoTime();
        Etcd etcd = Etcd.start(etcdExecutable, directory);
        double store = (System.nanoTime() - first) / 1e6;
        try {
            int port = Scratch.freePorts(1).getFirst();
            long started = System.nanoTime();
            Program program = Program.start("kube-apiserver", directory, command(directory, etcd.endpoint(), port));
            try {
                double ready = Readiness.await("kube-apiserver", program, port, started);
                return new ApiServerProcess(port, TOKEN, store, ready, List.of(etcd.program(), program));
            } catch (IOException | InterruptedException e) {
                program.close();
                throw e;
            }
        } catch (IOException | InterruptedException e) {
            etcd.close();
            throw e;
        }
    }

    private static void prepare(Path directory) throws IOException {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            KeyPair pair = generator.generateKeyPair();
            writePem(directory.resolve("accounts.key"), "PRIVATE KEY", pair.getPrivate());
            writePem(directory.resolve("accounts.pub"), "PUBLIC KEY", pair.getPublic());
        } catch (GeneralSecurityException e) {
            throw new IOException("no RSA key can be made: " + e.getMessage(), e);
        }
        Files.writeString(directory.resolve("tokens.csv"), TOKEN + ",admin,1,\"system:masters\"\n");
    }

    private static void writePem(Path file, String type, Key key) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
        Files.writeString(file, "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
    }

    private List<String> command(Path directory, String etcd, int port) {
        return List.of(
                executable.toString(),
                "--etcd-servers=" + etcd,
                "--secure-port=" + port,
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--cert-dir=" + directory.resolve("certificates"),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + directory.resolve("accounts.pub"),
                "--service-account-signing-key-file=" + directory.resolve("accounts.key"),
                "--service-cluster-ip-range=10.0.0.0/24",
                "--token-auth-file=" + directory.resolve("tokens.csv"),
                "--authorization-mode=RBAC",
                // Nobody makes the default service accounts here, and without them it refuses all pods.
                "--disable-admission-plugins=ServiceAccount");
    }
}
