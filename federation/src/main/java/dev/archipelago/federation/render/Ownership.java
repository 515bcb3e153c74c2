package dev.archipelago.federation.render;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.workload.Template;
import java.util.Map;

/// Who owns an object in a member, as seen by one template. An object belongs to the template whose uid it carries: two
/// templates whose objects have the same name in a member never take it from each other.
public enum Ownership {
    /// Rendered from this template.
    OWN,

    /// Made by the federation from an earlier template of the same kind and name, and released or lost.
    ORPHANED,

    /// Made by the federation from another template.
    ANOTHERS,

    /// Not made by the federation, or released on behalf of another template.
    FOREIGN;

    public static Ownership of(AnyObject object, String federation, Template template) {
        Map<String, String> annotations = object.meta().annotations();
        String binding = template.bindingKey().name();
        if (!federation.equals(annotations.get(Names.FEDERATION))) {
            return Orphaned.read(object)
                            .filter(release -> release.isOf(federation, binding))
                            .isPresent()
                    ? ORPHANED
                    : FOREIGN;
        }
        if (template.object().uid().equals(annotations.get(Names.TEMPLATE_UID))) {
            return OWN;
        }
        // A binding is deleted only after its objects are gone or released, so one of the same name is an earlier one.
        return binding.equals(annotations.getOrDefault(Names.BINDING_NAME, binding)) ? ORPHANED : ANOTHERS;
    }

    /// Whether the template may change the object.
    public boolean isGranted() {
        return this == OWN || this == ORPHANED;
    }
}
