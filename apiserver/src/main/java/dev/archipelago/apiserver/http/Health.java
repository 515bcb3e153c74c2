package dev.archipelago.apiserver.http;

import dev.archipelago.api.objects.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;

/// Answers /healthz, /livez and /readyz, whole or one check at a time, in the words of kube-apiserver: probes and
/// dashboards look for them.
///
/// Whoever may ask for the whole need not be known, so it does not say why a check failed; the check itself does.
final class Health {
    private final List<Check> live;
    private final List<Check> ready;

    /// One of the things that are looked at.
    ///
    /// @param trouble says what is wrong, or nothing
    record Check(String name, Supplier<String> trouble) {}

    /// What is answered.
    record Report(boolean healthy, String text) {}

    /// @param live where it helps to start anew
    /// @param ready where it does not
    Health(List<Check> live, List<Check> ready) {
        this.live = List.copyOf(live);
        this.ready = List.copyOf(ready);
    }

    void handle(Exchange exchange, String path) {
        Report report =
                report(path, exchange.query().all("exclude"), exchange.query().has("verbose"));
        exchange.response().getHeaders().put("X-Content-Type-Options", "nosniff");
        exchange.respond(report.healthy ? 200 : 500, "text/plain; charset=utf-8", PathHandler.text(report.text));
    }

    /// @param path such as `/readyz` or `/livez/ping`
    Report report(String path, Collection<String> excluded, boolean verbose) {
        List<Check> checks = new ArrayList<>(live);
        if (path.startsWith("/readyz")) {
            checks.addAll(ready);
        }
        int slash = path.indexOf('/', 1);
        if (slash < 0) {
            return all(path.substring(1), checks, excluded, verbose);
        }
        String name = path.substring(slash + 1);
        return checks.stream()
                .filter(check -> check.name.equals(name))
                .findFirst()
                .map(Health::one)
                .orElseThrow(ApiHandler::noSuchResource);
    }

    private static Report one(Check check) {
        String trouble = check.trouble.get();
        return trouble.isEmpty()
                ? new Report(true, "ok")
                : new Report(false, "internal server error: " + trouble + '\n');
    }

    private static Report all(String name, List<Check> checks, Collection<String> excluded, boolean verbose) {
        TreeSet<String> left = new TreeSet<>(excluded);
        StringBuilder lines = new StringBuilder();
        boolean healthy = true;
        for (Check check : checks) {
            if (left.remove(check.name)) {
                lines.append("[+]").append(check.name).append(" excluded: ok\n");
            } else if (check.trouble.get().isEmpty()) {
                lines.append("[+]").append(check.name).append(" ok\n");
            } else {
                healthy = false;
                lines.append("[-]").append(check.name).append(" failed: reason withheld\n");
            }
        }
        if (!left.isEmpty()) {
            lines.append("warn: some health checks cannot be excluded: no matches for ")
                    .append(String.join(",", left.stream().map(Health::quoted).toList()))
                    .append('\n');
        }
        if (healthy && !verbose) {
            return new Report(true, "ok");
        }
        return new Report(
                healthy,
                lines.append(name)
                        .append(healthy ? " check passed\n" : " check failed\n")
                        .toString());
    }

    private static String quoted(String name) {
        return Json.NODES.stringNode(name).toString();
    }
}
