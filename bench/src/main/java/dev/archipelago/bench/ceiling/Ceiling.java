package dev.archipelago.bench.ceiling;

import dev.archipelago.bench.load.Sizes;
import dev.archipelago.bench.servers.ApiServerProcess;
import dev.archipelago.bench.servers.Program;
import dev.archipelago.bench.servers.Readiness;
import dev.archipelago.bench.servers.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Starts a [ConstantServer] in a JVM of its own.
public final class Ceiling {
    private static final String PASSWORD = "not-a-secret";

    private Ceiling() {}

    public static ApiServerProcess start(Path directory, Sizes sizes) throws IOException, InterruptedException {
        Path keys = directory.resolve("server.p12");
        Path bin = Path.of(System.getProperty("java.home"), "bin");
        makeKey(bin.resolve("keytool"), keys);
        int port = Scratch.freePorts(1).getFirst();
        List<String> command = List.of(
                bin.resolve("java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ConstantServer.class.getName(),
                Integer.toString(port),
                keys.toString(),
                PASSWORD,
                Integer.toString(sizes.answer()),
                Integer.toString(sizes.list()),
                Integer.toString(sizes.event()));
        long started = System.nanoTime();
        Program program = Program.start("ceiling", directory, command);
        try {
            double ready = Readiness.awaitSaid("ready", program, started);
            return new ApiServerProcess(port, "any", 0, ready, List.of(program));
        } catch (IOException | InterruptedException e) {
            program.close();
            throw e;
        }
    }

    private static void makeKey(Path keytool, Path file) throws IOException, InterruptedException {
        List<String> command = List.of(
                keytool.toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString());
        int code = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("keytool failed with exit code " + code);
        }
    }
}
