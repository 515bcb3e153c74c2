package dev.archipelago.apiserver.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// How many connections there may be, so that the store can always open its files.
///
/// @param max of all kinds
/// @param quickMax of those with the quick kind of TLS, which needs two more files each
record ConnectionLimits(int max, int quickMax) {
    private static final int FILES_ELSEWHERE = 1000;
    private static final int FILES_ASSUMED = 4096;
    private static final int FILES_MORE_IF_QUICK = 2;

    /// By what the operating system lets this process open. Asking it through the JDK's management would take longer
    /// than everything else that is done here.
    static ConnectionLimits ofProcess() {
        Path limits = Path.of("/proc/self/limits");
        try {
            return ofFiles(Files.exists(limits) ? filesIn(Files.readString(limits)) : FILES_ASSUMED);
        } catch (IOException e) {
            return ofFiles(FILES_ASSUMED);
        }
    }

    /// Reads the number from a line such as `Max open files            1024                 4096
    /// files`.
    static long filesIn(String limits) {
        for (String line : limits.split("\n")) {
            String[] words = line.split(" +");
            if (line.startsWith("Max open files") && words.length > 3) {
                return words[3].equals("unlimited") ? Integer.MAX_VALUE : Long.parseLong(words[3]);
            }
        }
        return FILES_ASSUMED;
    }

    /// For a process that may open so many files.
    static ConnectionLimits ofFiles(long files) {
        int forUs = (int) Math.clamp(files - FILES_ELSEWHERE, files / 2, Integer.MAX_VALUE / 2);
        int quick = forUs / 10;
        return new ConnectionLimits(forUs - FILES_MORE_IF_QUICK * quick, quick);
    }
}
