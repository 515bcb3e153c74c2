package dev.archipelago.apiserver.admission;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Store;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Claims that name no class get the default one, and neither claims nor volumes go while they are in use.
public final class StorageAdmission implements Admission {
    private static final String CLASSES = "storageclasses.storage.k8s.io/";
    private static final String OLD_CLASS = "volume.beta.kubernetes.io/storage-class";
    private static final List<String> DEFAULT =
            List.of("storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class");

    /// The newest wins; of those made in the same second, the first by name.
    private static final Comparator<ObjectNode> NEWEST = Comparator.<ObjectNode, String>comparing(
                    storageClass -> Meta.text(storageClass, "creationTimestamp"))
            .reversed()
            .thenComparing(Meta::name);

    private final Store store;

    public StorageAdmission(Store store) {
        this.store = store;
    }

    @Override
    public boolean mutate(AdmissionRequest request) {
        ObjectNode object = request.object();
        boolean creates = request.operation() == AdmissionRequest.Operation.CREATE
                && request.resource().group().isEmpty();
        if (!creates || object == null) {
            return false;
        }
        switch (request.resource().kind().kind()) {
            case "PersistentVolume" -> protect(object, "kubernetes.io/pv-protection");
            case "PersistentVolumeClaim" -> {
                giveClass(object);
                protect(object, "kubernetes.io/pvc-protection");
            }
            default -> {}
        }
        return false;
    }

    private static void protect(ObjectNode object, String finalizer) {
        List<String> finalizers = new ArrayList<>(Meta.finalizers(object));
        if (!finalizers.contains(finalizer)) {
            finalizers.add(finalizer);
            Meta.finalizers(object, finalizers);
        }
    }

    private void giveClass(ObjectNode claim) {
        boolean named = claim.path("spec").hasNonNull("storageClassName")
                || claim.path("metadata").path("annotations").has(OLD_CLASS);
        if (!named) {
            defaultClass().ifPresent(name -> claim.withObjectProperty("spec").put("storageClassName", name));
        }
    }

    private Optional<String> defaultClass() {
        List<ObjectNode> candidates = new ArrayList<>();
        for (KeyValue entry : store.range(CLASSES, CLASSES, 0, 0).entries()) {
            ObjectNode storageClass = Json.parse(entry.value());
            for (String annotation : DEFAULT) {
                if (storageClass
                        .path("metadata")
                        .path("annotations")
                        .path(annotation)
                        .asString("")
                        .equals("true")) {
                    candidates.add(storageClass);
                    break;
                }
            }
        }
        return candidates.stream().min(NEWEST).map(Meta::name);
    }
}
