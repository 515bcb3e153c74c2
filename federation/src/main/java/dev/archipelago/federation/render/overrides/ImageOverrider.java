package dev.archipelago.federation.render.overrides;

import dev.archipelago.api.objects.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Changes a component of image names: of the image at a path, or of all containers.
///
/// @param path a JSON pointer, empty for all containers
record ImageOverrider(PolicyField place, String path, Component component, Operator operator, String value)
        implements Overrider {

    enum Component {
        REGISTRY,
        REPOSITORY,
        TAG
    }

    static ImageOverrider of(PolicyField place, JsonNode json) {
        JsonNode predicate = json.path("predicate");
        String path = Json.text(predicate, "path");
        if (predicate.isObject() && path.isEmpty()) {
            throw place.at("predicate").at("path").required("it is the path of the image");
        }
        return new ImageOverrider(
                place, path, component(place, json), Operator.of(place, json), Json.text(json, "value"));
    }

    private static Component component(PolicyField place, JsonNode json) {
        String text = Json.text(json, "component");
        return switch (text) {
            case "Registry" -> Component.REGISTRY;
            case "Repository" -> Component.REPOSITORY;
            case "Tag" -> Component.TAG;
            default -> throw place.at("component").unsupported(text, List.of("Registry", "Repository", "Tag"));
        };
    }

    @Override
    public ObjectNode apply(ObjectNode object) {
        if (!path.isEmpty()) {
            PolicyField at = place.at("predicate").at("path");
            String image = Patches.text(object, path, at);
            return Patches.apply(object, Operator.REPLACE, path, StringNode.valueOf(changed(image)), at);
        }
        for (ObjectNode container : Containers.of(object)) {
            String image = Json.text(container, "image");
            if (!image.isEmpty()) {
                container.put("image", changed(image));
            }
        }
        return object;
    }

    private String changed(String image) {
        ImageReference before = ImageReference.parse(image)
                .orElseThrow(() -> place.invalid(image, "the object has this image, which is not the name of one"));
        String after = changed(before).toString();
        if (ImageReference.parse(after).isEmpty()) {
            throw place.at("value")
                    .invalid(
                            value,
                            "it would make %s of the image %s".formatted(after.isEmpty() ? "nothing" : after, image));
        }
        return after;
    }

    private ImageReference changed(ImageReference image) {
        return switch (component) {
            case REGISTRY -> image.withRegistry(changedPart(image.registry()));
            case REPOSITORY -> image.withRepository(changedPart(image.repository()));
            case TAG -> image.withVersion(changedPart(image.version()));
        };
    }

    private String changedPart(String part) {
        return switch (operator) {
            case ADD -> part + value;
            case REMOVE -> "";
            case REPLACE -> value;
        };
    }
}
