package dev.archipelago.apiserver.http;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/// Answers /healthz, /livez and /readyz, whole or one check at a time.
final class Health {
    private final Map<String, Supplier<String>> live;
    private final Map<String, Supplier<String>> ready;

    /// @param live where it helps to start anew: each check says what is wrong, or nothing
    /// @param ready where it does not
    Health(Map<String, Supplier<String>> live, Map<String, Supplier<String>> ready) {
        this.live = new TreeMap<>(live);
        this.ready = new TreeMap<>(ready);
    }

    void handle(Exchange exchange, String path) {
        Map<String, Supplier<String>> checks = new TreeMap<>(live);
        if (path.startsWith("/readyz")) {
            checks.putAll(ready);
        }
        int slash = path.indexOf('/', 1);
        if (slash > 0) {
            String name = path.substring(slash + 1);
            if (!checks.containsKey(name)) {
                throw ApiHandler.noSuchResource();
            }
            checks.keySet().retainAll(Set.of(name));
        }
        Set<String> excluded = new TreeSet<>(exchange.query().all("exclude"));
        StringBuilder report = new StringBuilder();
        boolean healthy = true;
        for (Map.Entry<String, Supplier<String>> check : checks.entrySet()) {
            if (excluded.remove(check.getKey())) {
                report.append("[+]").append(check.getKey()).append(" excluded: ok\n");
                continue;
            }
            String trouble = check.getValue().get();
            boolean passed = trouble.isEmpty();
            healthy &= passed;
            report.append(passed ? "[+]" : "[-]")
                    .append(check.getKey())
                    .append(passed ? " ok\n" : " failed: " + trouble + '\n');
        }
        if (!excluded.isEmpty()) {
            report.append("warn: some health checks cannot be excluded: no matches for \"")
                    .append(String.join("\", \"", excluded))
                    .append("\"\n");
        }
        String name = path.substring(1);
        report.append(name).append(healthy ? " check passed\n" : " check failed\n");
        boolean verbose = exchange.query().has("verbose") || !healthy;
        exchange.respond(
                healthy ? 200 : 500, "text/plain; charset=utf-8", PathHandler.text(verbose ? report.toString() : "ok"));
    }
}
