package dev.archipelago.federation.render;

import dev.archipelago.controller.objects.Key;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.match.Template;

/// What an object is called in a member cluster. All have the name they have in the federation but StatefulSets, whose
/// pods would else have the same names in every cluster.
public final class Identity {
    /// More, and the label `controller-revision-hash` of its pods would be too long.
    public static final int SET_NAME_MAX = 52;

    private Identity() {}

    public static Key of(Template template, String cluster) {
        Key key = template.object().key();
        return hasLocalOrdinals(template) ? new Key(key.namespace(), key.name() + '-' + cluster) : key;
    }

    public static boolean isStatefulSet(Template template) {
        return template.kind().type().group().equals("apps")
                && template.kind().name().equals("StatefulSet");
    }

    /// Whether the set has one run of ordinals over all clusters, and so the same name in each.
    public static boolean isGlobal(Template template) {
        return isStatefulSet(template) && template.annotation(Names.IDENTITY).equals("Global");
    }

    private static boolean hasLocalOrdinals(Template template) {
        return isStatefulSet(template) && !isGlobal(template);
    }
}
