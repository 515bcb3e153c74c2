package dev.archipelago.federation.render;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.workload.Template;
import java.util.Map;

/// To whom an object in a member belongs, as one template of the federation sees it. An object belongs to the template
/// whose uid it carries: two templates whose objects have the same name in a member never take it from one another.
public enum Ownership {
    /// It was made of this template.
    OWN,

    /// The federation made it of an earlier template of the same kind and name, and let it go or lost sight of it.
    ORPHANED,

    /// It was made of another template of the federation.
    ANOTHERS,

    /// The federation did not make it, or let it go on behalf of another template.
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
        // A binding goes only once its objects are gone or let go, so that one of the same name is an earlier one.
        return binding.equals(annotations.getOrDefault(Names.BINDING_NAME, binding)) ? ORPHANED : ANOTHERS;
    }

    /// Whether the template may change the object.
    public boolean isGranted() {
        return this == OWN || this == ORPHANED;
    }
}
