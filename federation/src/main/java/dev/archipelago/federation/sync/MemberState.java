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

/// What one member has of a binding, and what it is to have.
///
/// @param membership the uid of the member's Cluster object; empty while the member is leaving
/// @param made the member's objects that were made of the binding's template
/// @param namesake the member's object that has the name of the wanted one, whoever made it
/// @param wanted nothing when the member is to have none
record MemberState(
        String cluster,
        String federation,
        String membership,
        Binding binding,
        Kind<AnyObject> kind,
        List<AnyObject> made,
        Optional<AnyObject> namesake,
        Optional<Wanted> wanted) {

    /// An object that the member is to have.
    ///
    /// @param permission how much of it the member may be told now
    /// @param clusterId the id that the member must have for it to be made there; empty for any
    /// @param held why it must not be made there; empty when it may
    /// @param goal what it is to be in the end, once the member may have all of it
    record Wanted(
            Template template,
            Rendered rendered,
            Pace.Permission permission,
            String clusterId,
            String held,
            Rendered goal) {
        Wanted(Template template, Rendered rendered, Pace.Permission permission) {
            this(template, rendered, permission, "", "", rendered);
        }

        /// Whether an object was given all that is wanted now, so that whatever of it is not there was changed by
        /// somebody else.
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

    /// Those of the member's objects that are not to be there and are not to be taken away either: nothing was decided
    /// about them since the member has joined, so that nobody may have wanted them to go.
    List<AnyObject> left() {
        return made.stream()
                .filter(object -> !isWanted(object) && !mayGo(object) && !object.isDeleting())
                .toList();
    }

    boolean isWanted(AnyObject object) {
        return wanted.map(one -> one.rendered().key().equals(object.key())).orElse(false);
    }

    /// Whether an object that is not wanted may be taken away: the binding goes, or the object was given to the
    /// member in this membership.
    boolean mayGo(AnyObject object) {
        String given = object.meta().annotations().getOrDefault(Names.MEMBERSHIP, "");
        return binding.isDeleting() || (!given.isEmpty() && given.equals(membership));
    }

    /// Whether the member had the object as it is placed now, when that was last looked at.
    boolean hadIt() {
        JsonNode known = binding.statusIn(cluster);
        return known.path("applied").asBoolean(false)
                && !known.has("waitsFor")
                && binding.status().path("schedulerObservedGeneration").asLong(-1)
                        == binding.meta().generation();
    }

    /// Whether what there is under the wanted name is here to stay.
    boolean isInLine() {
        return wanted.isPresent() && namesake.isPresent() && !namesake.get().isDeleting();
    }
}
