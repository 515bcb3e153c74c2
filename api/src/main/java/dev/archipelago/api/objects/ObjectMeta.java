package dev.archipelago.api.objects;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What every object says of itself.
///
/// @param deleted when it is to be gone, for an object that is being deleted
public record ObjectMeta(
        Key key,
        String uid,
        long generation,
        Instant created,
        Optional<Instant> deleted,
        Map<String, String> labels,
        Map<String, String> annotations,
        List<String> finalizers,
        List<Owner> owners) {

    static ObjectMeta read(JsonNode metadata) {
        return new ObjectMeta(
                new Key(
                        Texts.shared(metadata.path("namespace").asString("")),
                        metadata.path("name").asString("")),
                metadata.path("uid").asString(""),
                metadata.path("generation").asLong(0),
                Texts.time(metadata.path("creationTimestamp")).orElse(Instant.EPOCH),
                Texts.time(metadata.path("deletionTimestamp")),
                Texts.map(metadata.path("labels")),
                Texts.map(metadata.path("annotations")),
                Texts.list(metadata.path("finalizers")),
                owners(metadata.path("ownerReferences")));
    }

    private static List<Owner> owners(JsonNode json) {
        if (json.isEmpty()) {
            return List.of();
        }
        List<Owner> owners = new ArrayList<>(json.size());
        json.forEach(owner -> owners.add(Owner.read(owner)));
        return List.copyOf(owners);
    }

    /// The owner that looks after the object.
    public Optional<Owner> controller() {
        return Optional.ofNullable(findController());
    }

    public boolean isControlledBy(String ownerUid) {
        Owner controller = findController();
        return controller != null && controller.uid().equals(ownerUid);
    }

    private @Nullable Owner findController() {
        for (Owner owner : owners) {
            if (owner.controller()) {
                return owner;
            }
        }
        return null;
    }
}
