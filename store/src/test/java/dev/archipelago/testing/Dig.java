package dev.archipelago.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The real dig, asking one server.
public final class Dig {
    private final Path program;
    private final int port;

    public Dig(int port) {
        this.program = DebianProgram.find("dig", "bind9-dnsutils");
        this.port = port;
    }

    /// What dig prints.
    public String ask(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(program.toString(), "@127.0.0.1", "-p", Integer.toString(port), "+tries=1", "+time=10"));
        command.addAll(List.of(arguments));
        return run(command);
    }

    /// The lines of `+short`, in order.
    public List<String> brief(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("+short");
        return ask(all.toArray(String[]::new)).lines().sorted().toList();
    }

    private static String run(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            System.err.println(String.join(" ", command) + " failed:\n" + output);
        }
        return output;
    }
}
