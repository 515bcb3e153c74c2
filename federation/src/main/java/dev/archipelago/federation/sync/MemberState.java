package dev.archipelago.federation.sync;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.render.Rendered;
import dev.archipelago.federation.rollout.Pace;
import dev.archipelago.federation.workload.Template;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The input of [SyncPlanner]: what one member has of a binding, and what it is to have.
///
/// @param membership the uid of the member's Cluster object; empty while the member is leaving
/// @param made the member's objects with the uid of the binding's template
/// @param namesake the member's object with the wanted name, whoever made it
/// @param wanted empty when the member is to have none
record MemberState(
        String cluster,
        String federation,
        String membership,
        Binding binding,
        Kind<AnyObject> kind,
        List<AnyObject> made,
        Optional<AnyObject> namesake,
        Optional<Wanted> wanted) {

    /// The desired object.
    ///
    /// @param permission what the rollout allows now
    /// @param clusterId the id that the cluster must have for a creation; empty for any
    /// @param held why it must not be created; empty when it may
    /// @param goal the object with all its replicas
    /// @param arePodsKnown whether it is known which pods it is to run; otherwise only its replica count changes
    record Wanted(
            Template template,
            Rendered rendered,
            Pace.Permission permission,
            String clusterId,
            String held,
            Rendered goal,
            boolean arePodsKnown) {
        Wanted(Template template, Rendered rendered, Pace.Permission permission) {
            this(template, rendered, permission, "", "", rendered, true);
        }

        /// Whether the object was given its current goal, so that any difference is a change by somebody else.
        boolean wasGivenTo(AnyObject object) {
            String given = object.meta().annotations().getOrDefault(Names.RENDERED, "");
            return !given.isEmpty()
                    && given.equals(goal.object()
                            .path("metadata")
                            .path("annotations")
                            .path(Names.RENDERED)
                            .asString(""));
        }
    }

    /// Whether the last status shows that the member ran the pods it is to run, and it has others now. A rollback by
    /// `kubectl` also brings back the annotations of that time.
    boolean wasTurnedBack(Wanted one, AnyObject object) {
        JsonNode last = binding.statusIn(cluster);
        String revision = one.goal().revision();
        return !revision.isEmpty()
                && last.path("revision").asString("").equals(revision)
                && !last.path("updating").asBoolean(false)
                && !revision.equals(object.meta().annotations().get(Names.REVISION));
    }

    /// The member's objects that are not wanted but must stay: nothing was decided about them since the member has
    /// joined, so nobody may have wanted them deleted.
    List<AnyObject> left() {
        return made.stream()
                .filter(object -> !isWanted(object) && !mayGo(object) && !object.isDeleting())
                .toList();
    }

    boolean isWanted(AnyObject object) {
        return wanted.map(one -> one.rendered().key().equals(object.key())).orElse(false);
    }

    /// Whether an unwanted object may be deleted: its binding is being deleted, or it was synced in this membership.
    boolean mayGo(AnyObject object) {
        String given = object.meta().annotations().getOrDefault(Names.MEMBERSHIP, "");
        return binding.isDeleting() || (!given.isEmpty() && given.equals(membership));
    }

    /// Whether the member had the object as placed at the last sync.
    boolean hadIt() {
        JsonNode known = binding.statusIn(cluster);
        return known.path("applied").asBoolean(false)
                && !known.has("waitsFor")
                && binding.status().path("schedulerObservedGeneration").asLong(-1)
                        == binding.meta().generation();
    }

    /// Whether the object with the wanted name exists and is not being deleted.
    boolean isInLine() {
        return wanted.isPresent() && namesake.isPresent() && !namesake.get().isDeleting();
    }
}
