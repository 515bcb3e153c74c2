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

/// The file by which clients find a cluster and prove who they are; one context of it.
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

    /// Reads a context by its name.
    ///
    /// @throws IOException that says what is wrong, when the file or one that it names cannot be used
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

    /// What is needed to reach a server with a token, as a file would say it.
    ///
    /// @param authorityPem empty for whatever the machine trusts
    /// @param insecure whether to trust any server
    /// @throws IOException that says what is wrong
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

    /// Where the server is.
    public URI server() {
        return access.server();
    }

    /// The certificates of who may vouch for the server; empty for whatever the machine trusts.
    public String authorityPem() throws IOException {
        return cluster.pem("certificate-authority");
    }

    /// Whether any server is trusted.
    public boolean isInsecure() {
        return cluster.json.path("insecure-skip-tls-verify").asBoolean(false);
    }

    /// Whether the server is reached under its own name and not by way of another.
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
            // Said below.
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

    /// A cluster or a user of a file.
    private record Entry(Path file, JsonNode json) {
        String text(String field) {
            return json.path(field).asString("");
        }

        Path directory() {
            Path parent = file.toAbsolutePath().getParent();
            return parent == null ? file.toAbsolutePath() : parent;
        }

        /// A file that is named from where this one is.
        Path path(String field) {
            return directory().resolve(text(field));
        }

        /// What is in the file itself, or else in one that it names; empty for neither.
        String pem(String field) throws IOException {
            String data = text(field + "-data");
            if (!data.isEmpty()) {
                return new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8);
            }
            return text(field).isEmpty() ? "" : Files.readString(path(field));
        }
    }
}
