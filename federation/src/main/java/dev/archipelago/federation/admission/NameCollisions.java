package dev.archipelago.federation.admission;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/// Finds StatefulSets of one namespace whose replicas would have the same names. For example, local `db` is `db-c1` in
/// cluster c1, and so is `db-c1` with global ordinals. Pods, DNS records and load balancers have names that hold in the
/// whole federation, so sets collide even if their clusters differ. Claims are named `CLAIM-SET-ORDINAL` and need to
/// differ only within a cluster.
final class NameCollisions {
    private static final String ADVICE = "; choose another name";

    private final KnownNames known;
    private final Set<String> clusters;

    NameCollisions(KnownNames known) {
        this.known = known;
        this.clusters = Set.copyOf(known.clusters());
    }

    /// The collision of a new set, if any.
    Optional<String> ofSet(SetName added) {
        if (added.global()) {
            Optional<String> sameName = sameName(added, added.name(), "every cluster");
            if (sameName.isPresent()) {
                return sameName;
            }
        }
        for (String cluster : known.clusters()) {
            Optional<String> found = inCluster(added, cluster);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /// The collision that a new cluster would cause, if any.
    Optional<String> ofCluster(String added, Collection<SetName> sets) {
        for (SetName set : sets) {
            Optional<String> found = inCluster(set, added);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<String> inCluster(SetName set, String cluster) {
        Optional<String> sameName =
                set.global() ? Optional.empty() : sameName(set, set.in(cluster), "cluster " + cluster);
        return sameName.isPresent() ? sameName : sameClaim(set, cluster);
    }

    private Optional<String> sameName(SetName set, String name, String where) {
        return otherNamed(set, name)
                .map(other ->
                        "StatefulSet %s/%s would be called %s in %s, and StatefulSet %s/%s has that name in a cluster"
                                        .formatted(
                                                set.namespace(),
                                                set.name(),
                                                name,
                                                where,
                                                other.namespace(),
                                                other.name())
                                + ADVICE);
    }

    /// Another set that has this name in some cluster.
    private Optional<SetName> otherNamed(SetName set, String name) {
        Optional<SetName> global = other(set, name).flatMap(found -> found.ifGlobal(true));
        if (global.isPresent()) {
            return global;
        }
        for (int at = name.indexOf('-'); at > 0; at = name.indexOf('-', at + 1)) {
            if (clusters.contains(name.substring(at + 1))) {
                Optional<SetName> local = other(set, name.substring(0, at)).flatMap(found -> found.ifGlobal(false));
                if (local.isPresent()) {
                    return local;
                }
            }
        }
        return Optional.empty();
    }

    /// Whether a claim would have the name of another set's: `data-x` of `db` and `data` of `x-db` do.
    private Optional<String> sameClaim(SetName set, String cluster) {
        for (String claim : set.claims()) {
            String name = claim + '-' + set.in(cluster);
            for (int at = name.indexOf('-'); at > 0; at = name.indexOf('-', at + 1)) {
                String template = name.substring(0, at);
                Optional<SetName> other = otherNamedIn(set, name.substring(at + 1), cluster)
                        .filter(found -> found.claims().contains(template));
                if (other.isPresent()) {
                    return Optional.of(
                            "the claims %s of StatefulSet %s/%s would be called %s-0 and so on in cluster %s, as those called %s of StatefulSet %s/%s are"
                                            .formatted(
                                                    claim,
                                                    set.namespace(),
                                                    set.name(),
                                                    name,
                                                    cluster,
                                                    template,
                                                    other.get().namespace(),
                                                    other.get().name())
                                    + ADVICE);
                }
            }
        }
        return Optional.empty();
    }

    /// Another set that has this name in this cluster.
    private Optional<SetName> otherNamedIn(SetName set, String name, String cluster) {
        Optional<SetName> global = other(set, name).filter(found -> found.hasName(name, cluster));
        String suffix = '-' + cluster;
        if (global.isPresent() || !name.endsWith(suffix)) {
            return global;
        }
        return other(set, name.substring(0, name.length() - suffix.length()))
                .filter(found -> found.hasName(name, cluster));
    }

    private Optional<SetName> other(SetName set, String name) {
        return name.equals(set.name()) ? Optional.empty() : known.set(set.namespace(), name);
    }
}
