package dev.archipelago.apiserver.admission;

import dev.archipelago.apiserver.admission.AdmissionRequest.Operation;
import dev.archipelago.apiserver.builtin.KindActors;
import dev.archipelago.apiserver.builtin.KindActors.Actor;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/// Warns whoever creates an object of a kind on which nothing acts: it would be stored, and wait for ever.
public final class InertKinds implements Admission {
    /// By where the store keeps the objects.
    private final Map<String, String> warnings;

    private InertKinds(Map<String, String> warnings) {
        this.warnings = Map.copyOf(warnings);
    }

    /// Warns of all kinds but those that something acts on.
    ///
    /// @param controlled whether something beside the server acts on a resource such as `deployments.apps`
    public static InertKinds except(Predicate<String> controlled) {
        Map<String, String> warnings = new HashMap<>();
        KindActors.all().forEach((resource, actor) -> {
            if (actor == Actor.NOBODY) {
                warnings.put(resource + '/', resource + ": this server stores the object and does not act on it");
            } else if (actor == Actor.CONTROLLER && !controlled.test(resource)) {
                warnings.put(
                        resource + '/',
                        resource + ": no controller here acts on the object; it is stored for other programs");
            }
        });
        return new InertKinds(warnings);
    }

    @Override
    public void validate(AdmissionRequest request) {
        if (request.operation() != Operation.CREATE || !request.subresource().isEmpty()) {
            return;
        }
        String warning = warnings.get(request.resource().keyPrefix());
        if (warning != null) {
            request.warn().accept(warning);
        }
    }
}
