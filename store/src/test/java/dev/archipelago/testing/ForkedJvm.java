package dev.archipelago.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The command line of another JVM that runs a main class of the tests.
public final class ForkedJvm {
    private ForkedJvm() {}

    public static List<String> command(Class<?> main, String... arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Surefire hides the class path in the manifest of a jar and leaves it here.
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", ""));
        command.addAll(List.of("-cp", classPath, "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
