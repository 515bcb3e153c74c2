package dev.archipelago.controller.remote;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.pki.Pem;
import dev.archipelago.api.yaml.YamlReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One context of a kubeconfig file: the address of a cluster and the credentials for it.
public final class Kubeconfig {
    private static final String CURRENT = "";

    private final String context;
    private final Entry cluster;
    private final Access access;

    private Kubeconfig(String context, Entry cluster, Access access) {
        this.context = context;
        this.cluster = cluster;
        this.access = access;
    }

    /// Reads the current context.
    public static Kubeconfig read(Path file) throws IOException {
        return read(file, CURRENT);
    }

    /// Reads the context with this name.
    ///
    /// @throws IOException with the reason, when the file or one that it names cannot be used
    public static Kubeconfig read(Path file, String context) throws IOException {
        JsonNode config;
        try {
            config = YamlReader.read(Files.readAllBytes(file)).tree();
        } catch (ApiException e) {
            throw new IOException(file + " is not YAML: " + e.getMessage());
        } catch (NoSuchFileException e) {
            throw new IOException("the kubeconfig " + file + " does not exist", e);
        } catch (IOException e) {
            throw new IOException("the kubeconfig " + file + " cannot be read: " + e.getMessage(), e);
        }
        String name = context.isEmpty() ? config.path("current-context").asString("") : context;
        if (name.isEmpty()) {
            throw new IOException(file + " has no current-context");
        }
        try {
            JsonNode chosen = named(config, "contexts", "context", name);
            Entry cluster = new Entry(
                    file,
                    named(config, "clusters", "cluster", chosen.path("cluster").asString("")));
            String user = chosen.path("user").asString("");
            JsonNode account = user.isEmpty() ? config.path("none") : named(config, "users", "user", user);
            return new Kubeconfig(name, cluster, access(cluster, new Entry(file, account)));
        } catch (IOException | IllegalArgumentException | GeneralSecurityException e) {
            throw new IOException(file + ", context " + name + ": " + e.getMessage(), e);
        }
    }

    /// A context with a token, without a file.
    ///
    /// @param authorityPem empty for the trust store of the machine
    /// @param insecure whether the server's certificate is not verified
    /// @throws IOException with the reason, when a value cannot be used
    public static Kubeconfig of(String server, String authorityPem, String token, boolean insecure) throws IOException {
        ObjectNode cluster = Json.object().put("server", server).put("insecure-skip-tls-verify", insecure);
        if (!authorityPem.isEmpty()) {
            cluster.put(
                    "certificate-authority-data",
                    Base64.getEncoder().encodeToString(authorityPem.getBytes(StandardCharsets.UTF_8)));
        }
        Path nowhere = Path.of("");
        Entry entry = new Entry(nowhere, cluster);
        try {
            return new Kubeconfig(
                    "", entry, access(entry, new Entry(nowhere, Json.object().put("token", token))));
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            throw new IOException(server + ": " + e.getMessage(), e);
        }
    }

    /// The name of the context.
    public String context() {
        return context;
    }

    /// The address of the server.
    public URI server() {
        return access.server();
    }

    /// The certificate authorities of the server; empty for the trust store of the machine.
    public String authorityPem() throws IOException {
        return cluster.pem("certificate-authority");
    }

    /// Whether the server's certificate is not verified.
    public boolean isInsecure() {
        return cluster.json.path("insecure-skip-tls-verify").asBoolean(false);
    }

    /// Whether the server is reached without a proxy and under its own TLS name.
    public boolean isDirect() {
        return cluster.text("proxy-url").isEmpty()
                && cluster.text("tls-server-name").isEmpty();
    }

    Access access() {
        return access;
    }

    private static JsonNode named(JsonNode config, String list, String field, String name) throws IOException {
        for (JsonNode entry : config.path(list)) {
            if (entry.path("name").asString("").equals(name)) {
                return entry.path(field);
            }
        }
        throw new IOException("there is no \"" + name + "\" among the " + list);
    }

    private static Access access(Entry cluster, Entry user) throws IOException, GeneralSecurityException {
        ClientKey key = new ClientKey();
        String certificate = user.pem("client-certificate");
        if (!certificate.isEmpty()) {
            key.use(ClientKey.identity(certificate, user.pem("client-key")));
        }
        String authorityPem = cluster.pem("certificate-authority");
        List<X509Certificate> authorities = Pem.certificates(authorityPem);
        if (authorities.isEmpty() && !authorityPem.isEmpty()) {
            throw new IOException("certificate-authority has no certificate in it");
        }
        SSLContext tls = ClientTls.context(
                authorities,
                cluster.json.path("insecure-skip-tls-verify").asBoolean(false),
                cluster.text("tls-server-name"),
                key);
        return new Access(server(cluster), tls, credentials(user, cluster, authorityPem, key), proxy(cluster));
    }

    private static URI server(Entry cluster) throws IOException {
        String text = cluster.text("server");
        try {
            URI server = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            if (server.getHost() != null && ("https".equals(server.getScheme()) || "http".equals(server.getScheme()))) {
                return server;
            }
        } catch (URISyntaxException e) {
            // Reported below.
        }
        throw new IOException("\"" + text + "\" is not the address of a server");
    }

    private static Optional<InetSocketAddress> proxy(Entry cluster) {
        String text = cluster.text("proxy-url");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        URI proxy = URI.create(text);
        if (!"http".equals(proxy.getScheme()) || proxy.getHost() == null) {
            throw new IllegalArgumentException("proxy-url " + text + ": only http proxies are known");
        }
        return Optional.of(
                InetSocketAddress.createUnresolved(proxy.getHost(), proxy.getPort() < 0 ? 80 : proxy.getPort()));
    }

    private static Credentials credentials(Entry user, Entry cluster, String authorityPem, ClientKey key) {
        JsonNode exec = user.json.path("exec");
        if (!exec.isEmpty()) {
            return new CredentialPlugin(
                    PluginReader.read(exec, cluster.json, authorityPem, user.directory()), key, InstantSource.system());
        }
        if (!user.text("tokenFile").isEmpty()) {
            return new TokenFile(user.path("tokenFile"));
        }
        if (!user.text("token").isEmpty()) {
            return Credentials.token(user.text("token"));
        }
        if (!user.text("username").isEmpty()) {
            return Credentials.password(user.text("username"), user.text("password"));
        }
        return Credentials.none();
    }

    /// The entry of a cluster or a user in a file.
    private record Entry(Path file, JsonNode json) {
        String text(String field) {
            return json.path(field).asString("");
        }

        Path directory() {
            Path parent = file.toAbsolutePath().getParent();
            return parent == null ? file.toAbsolutePath() : parent;
        }

        /// A path in the entry, relative to the directory of the file.
        Path path(String field) {
            return directory().resolve(text(field));
        }

        /// PEM data in the entry itself, or else in a file that it names; empty for neither.
        String pem(String field) throws IOException {
            String data = text(field + "-data");
            if (!data.isEmpty()) {
                return new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8);
            }
            return text(field).isEmpty() ? "" : Files.readString(path(field));
        }
    }
}
