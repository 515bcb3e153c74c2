package dev.archipelago.controller.remote;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Texts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// An exec credential plugin: a program that prints a token or a certificate. It is run again when that expires or
/// the server refuses it. Callers wait while it runs, one at a time.
final class CredentialPlugin implements Credentials {
    private static final Duration RUN_MAX = Duration.ofSeconds(60);
    private static final Duration AHEAD_OF_EXPIRY = Duration.ofSeconds(10);
    private static final int OUTPUT_BYTES_MAX = 1 << 20;
    private static final int ERROR_LENGTH_MAX = 500;

    private final Program program;
    private final ClientKey key;
    private final InstantSource clock;

    // Guarded by this:
    private Optional<String> header = Optional.empty();
    private Instant expiry = Instant.MIN;

    /// The program and its input.
    ///
    /// @param input passed in the environment variable KUBERNETES_EXEC_INFO, as JSON
    record Program(String apiVersion, List<String> command, Map<String, String> environment, JsonNode input) {}

    /// @param key receives the certificate, if the program prints one
    CredentialPlugin(Program program, ClientKey key, InstantSource clock) {
        this.program = program;
        this.key = key;
        this.clock = clock;
    }

    @Override
    public synchronized Optional<String> authorization() {
        if (!clock.instant().isBefore(expiry)) {
            accept(run());
        }
        return header;
    }

    @Override
    public synchronized boolean refused() {
        expiry = Instant.MIN;
        return true;
    }

    private void accept(JsonNode answer) {
        JsonNode status = answer.path("status");
        String given = answer.path("apiVersion").asString("");
        if (!given.equals(program.apiVersion)
                || !answer.path("kind").asString("").equals("ExecCredential")) {
            throw failure("it answered with " + given + ", not with an ExecCredential of " + program.apiVersion);
        }
        String token = status.path("token").asString("");
        String certificate = status.path("clientCertificateData").asString("");
        if (token.isEmpty() && certificate.isEmpty()) {
            throw failure("it gave neither a token nor a certificate");
        }
        if (!certificate.isEmpty()) {
            try {
                key.use(ClientKey.identity(
                        certificate, status.path("clientKeyData").asString("")));
            } catch (GeneralSecurityException | IllegalArgumentException e) {
                throw failure("its certificate cannot be used: " + e.getMessage());
            }
        }
        header = token.isEmpty() ? Optional.empty() : Optional.of("Bearer " + token);
        expiry = Texts.time(status.path("expirationTimestamp"))
                .map(time -> time.minus(AHEAD_OF_EXPIRY))
                .orElse(Instant.MAX);
    }

    private JsonNode run() {
        ProcessBuilder builder = new ProcessBuilder(program.command).redirectInput(ProcessBuilder.Redirect.PIPE);
        builder.environment().putAll(program.environment);
        builder.environment().put("KUBERNETES_EXEC_INFO", program.input.toString());
        try {
            Process process = builder.start();
            try {
                process.getOutputStream().close();
                return answer(process);
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw failure(e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("interrupted");
        }
    }

    private JsonNode answer(Process process) throws InterruptedException {
        CompletableFuture<String> output = readAsync(process.getInputStream());
        CompletableFuture<String> errors = readAsync(process.getErrorStream());
        if (!process.waitFor(RUN_MAX.toSeconds(), TimeUnit.SECONDS)) {
            throw failure("it did not end within " + RUN_MAX.toSeconds() + " s");
        }
        if (process.exitValue() != 0) {
            String text = errors.join().strip();
            throw failure("it ended with " + process.exitValue() + ": "
                    + text.substring(0, Math.min(text.length(), ERROR_LENGTH_MAX)));
        }
        try {
            return Json.MAPPER.readTree(output.join());
        } catch (JacksonException e) {
            // The cause could quote a token.
            throw failure("its answer is not JSON");
        }
    }

    private static CompletableFuture<String> readAsync(InputStream stream) {
        CompletableFuture<String> text = new CompletableFuture<>();
        Thread.ofVirtual().name("credential-plugin").start(() -> {
            try (stream) {
                text.complete(new String(stream.readNBytes(OUTPUT_BYTES_MAX), StandardCharsets.UTF_8));
            } catch (IOException e) {
                text.complete("");
            }
        });
        return text;
    }

    private ApiException failure(String why) {
        return new ApiException(
                Reason.UNAUTHORIZED, "the credential plugin " + program.command.getFirst() + " failed: " + why);
    }
}
