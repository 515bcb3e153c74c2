package dev.archipelago.apiserver.discovery;

import org.jspecify.annotations.Nullable;

/// How a discovery document is laid out: one small document per path, or everything below `/api` or `/apis` at once.
public enum DiscoveryForm {
    PLAIN("application/json"),
    AGGREGATED_V2("application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"),
    AGGREGATED_V2BETA1("application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList");

    private final String contentType;

    DiscoveryForm(String contentType) {
        this.contentType = contentType;
    }

    public String contentType() {
        return contentType;
    }

    /// The first form that an `Accept` header names; [#PLAIN] when it names none. Clients list their favourite first
    /// and give no weights.
    public static DiscoveryForm accepted(String accept) {
        for (String range : accept.split(",")) {
            DiscoveryForm form = named(range.split(";", -1));
            if (form != null) {
                return form;
            }
        }
        return PLAIN;
    }

    private static @Nullable DiscoveryForm named(String[] mediaRange) {
        if (!mediaRange[0].strip().equals("application/json")) {
            return null;
        }
        String group = "";
        String version = "";
        String as = "";
        for (String parameter : mediaRange) {
            String stripped = parameter.strip();
            if (stripped.startsWith("g=")) {
                group = stripped.substring(2);
            } else if (stripped.startsWith("v=")) {
                version = stripped.substring(2);
            } else if (stripped.startsWith("as=")) {
                as = stripped.substring(3);
            }
        }
        if (as.isEmpty()) {
            return PLAIN;
        }
        return switch (as + " " + group + "/" + version) {
            case "APIGroupDiscoveryList apidiscovery.k8s.io/v2" -> AGGREGATED_V2;
            case "APIGroupDiscoveryList apidiscovery.k8s.io/v2beta1" -> AGGREGATED_V2BETA1;
            default -> null;
        };
    }

    String apiVersion() {
        return switch (this) {
            case PLAIN -> "v1";
            case AGGREGATED_V2 -> "apidiscovery.k8s.io/v2";
            case AGGREGATED_V2BETA1 -> "apidiscovery.k8s.io/v2beta1";
        };
    }
}
