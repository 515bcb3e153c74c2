package dev.archipelago.apiserver.validation;

import java.util.List;

/// Probes and lifecycle hooks of a container.
final class ProbeRules {
    private static final List<String> HANDLERS = List.of("exec", "httpGet", "tcpSocket", "grpc", "sleep");
    private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");

    private ProbeRules() {}

    static void all(Cursor container, long graceSeconds) {
        if (container.has("lifecycle")) {
            lifecycle(container.field("lifecycle"), graceSeconds);
        }
        if (container.has("livenessProbe")) {
            succeedsOnce(container.field("livenessProbe"), graceSeconds);
        }
        if (container.has("readinessProbe")) {
            Cursor readiness = container.field("readinessProbe");
            probe(readiness, graceSeconds);
            if (readiness.has("terminationGracePeriodSeconds")) {
                readiness.field("terminationGracePeriodSeconds").invalid("must not be set for readinessProbes");
            }
        }
        if (container.has("startupProbe")) {
            succeedsOnce(container.field("startupProbe"), graceSeconds);
        }
    }

    private static void lifecycle(Cursor lifecycle, long graceSeconds) {
        if (lifecycle.has("postStart")) {
            handler(lifecycle.field("postStart"), graceSeconds);
        }
        if (lifecycle.has("preStop")) {
            handler(lifecycle.field("preStop"), graceSeconds);
        }
    }

    private static void succeedsOnce(Cursor probe, long graceSeconds) {
        probe(probe, graceSeconds);
        if (probe.number("successThreshold") != 1) {
            probe.field("successThreshold").invalid(probe.number("successThreshold"), "must be 1");
        }
    }

    private static void probe(Cursor probe, long graceSeconds) {
        handler(probe, graceSeconds);
        Numbers.notNegative(probe, "initialDelaySeconds");
        Numbers.notNegative(probe, "timeoutSeconds");
        Numbers.notNegative(probe, "periodSeconds");
        Numbers.notNegative(probe, "successThreshold");
        Numbers.notNegative(probe, "failureThreshold");
        Cursor grace = probe.field("terminationGracePeriodSeconds");
        if (grace.present() && grace.number() <= 0) {
            grace.invalid("must be greater than 0");
        }
    }

    private static void handler(Cursor owner, long graceSeconds) {
        boolean found = false;
        for (String type : HANDLERS) {
            if (!owner.has(type)) {
                continue;
            }
            Cursor handler = owner.field(type);
            if (found) {
                handler.forbidden("may not specify more than 1 handler type");
            } else {
                found = true;
                handler(type, handler, graceSeconds);
            }
        }
        if (!found) {
            owner.required("must specify a handler type");
        }
    }

    private static void handler(String type, Cursor handler, long graceSeconds) {
        switch (type) {
            case "exec" -> {
                if (handler.isEmpty("command")) {
                    handler.field("command").required();
                }
            }
            case "httpGet" -> httpGet(handler);
            case "tcpSocket", "grpc" -> Numbers.portNumberOrName(handler.field("port"));
            case "sleep" -> {
                long seconds = handler.number("seconds");
                if (seconds < 0 || seconds > graceSeconds) {
                    handler.invalid(
                            seconds,
                            "must be non-negative and less than terminationGracePeriodSeconds (" + graceSeconds + ")");
                }
            }
            default -> throw new IllegalArgumentException(type);
        }
    }

    private static void httpGet(Cursor handler) {
        VolumeRules.requireText(handler, "path");
        Numbers.portNumberOrName(handler.field("port"));
        Numbers.oneOf(handler.field("scheme"), SCHEMES);
        Cursor headers = handler.field("httpHeaders");
        for (int i = 0; i < headers.size(); i++) {
            Formats.HTTP_HEADER.check(headers, headers.element(i).text("name"));
        }
    }
}
