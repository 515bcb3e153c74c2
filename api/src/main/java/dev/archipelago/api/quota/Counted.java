package dev.archipelago.api.quota;

import java.util.LinkedHashSet;
import java.util.Set;

/// The resources whose objects an amount is counted from.
///
/// @param group empty for the core group
public record Counted(String group, String resource) {
    private static final Counted PODS = new Counted("", "pods");
    private static final String COUNT = "count/";

    /// All that amounts of these names are counted from. Names that mean nothing are left out.
    public static Set<Counted> of(Iterable<String> names) {
        Set<Counted> all = new LinkedHashSet<>();
        for (String name : names) {
            all.add(of(name));
        }
        return all;
    }

    private static Counted of(String name) {
        if (name.startsWith(COUNT)) {
            String rest = name.substring(COUNT.length());
            int dot = rest.indexOf('.');
            return dot < 0 ? new Counted("", rest) : new Counted(rest.substring(dot + 1), rest.substring(0, dot));
        }
        if (name.equals("requests.storage") || name.contains(".storageclass.storage.k8s.io/")) {
            return new Counted("", "persistentvolumeclaims");
        }
        return switch (name) {
            case "services", "services.nodeports", "services.loadbalancers" -> new Counted("", "services");
            case "persistentvolumeclaims", "configmaps", "secrets", "resourcequotas", "replicationcontrollers" ->
                new Counted("", name);
            default -> PODS;
        };
    }
}
