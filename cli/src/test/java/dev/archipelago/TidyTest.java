package dev.archipelago;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// House rules that no other tool checks.
class TidyTest {
    private static final int FILE_LINES_MAX = 600;
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static List<Path> javaFiles() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.map(path -> path.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> sources = Files.walk(module)) {
                    sources.filter(path -> path.toString().endsWith(".java")).forEach(files::add);
                }
            }
        }
        assertThat(files).hasSizeGreaterThan(100);
        return files;
    }

    @Test
    void filesAreShort() throws IOException {
        List<String> offences = new ArrayList<>();
        for (Path file : javaFiles()) {
            List<String> lines = Files.readAllLines(file);
            if (lines.size() > FILE_LINES_MAX) {
                offences.add(ROOT.relativize(file) + " has " + lines.size() + " lines");
            }
        }
        assertThat(offences).isEmpty();
    }

    @Test
    void everyPackageSaysWhatItIs() throws IOException {
        List<String> offences = new ArrayList<>();
        for (Path file : javaFiles()) {
            Path parent = file.getParent();
            boolean main = file.toString().contains("src/main");
            if (main && parent != null && !Files.exists(parent.resolve("package-info.java"))) {
                offences.add(ROOT.relativize(parent) + " has no package-info.java");
            }
        }
        assertThat(offences).isEmpty();
    }

    @Test
    void linksInDocumentsLead() throws IOException {
        List<String> offences = new ArrayList<>();
        for (String document : List.of("README.md", "CONTRIBUTING.md")) {
            String text = Files.readString(ROOT.resolve(document));
            var links = Pattern.compile("\\]\\(([^)#:]+)\\)").matcher(text);
            while (links.find()) {
                if (!Files.exists(ROOT.resolve(links.group(1)))) {
                    offences.add(document + " links to " + links.group(1));
                }
            }
        }
        assertThat(offences).isEmpty();
    }
}
