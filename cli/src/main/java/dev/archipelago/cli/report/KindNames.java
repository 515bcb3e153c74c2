package dev.archipelago.cli.report;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.ResourceKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Finds kinds by any of their names: `StatefulSet`, `statefulsets`, `sts` or `statefulsets.apps`.
final class KindNames {
    private KindNames() {}

    /// @param served of which the first with the name is returned
    static Optional<Kind<AnyObject>> find(String called, List<Kind<AnyObject>> served) {
        String name = called.toLowerCase(Locale.ROOT);
        return served.stream()
                .filter(kind -> isCalled(kind, name))
                .findFirst()
                .or(() -> served.stream().filter(kind -> isShortFor(kind, name)).findFirst());
    }

    private static boolean isCalled(Kind<?> kind, String name) {
        String singular = kind.name().toLowerCase(Locale.ROOT);
        String group = '.' + kind.type().group();
        return name.equals(singular)
                || name.equals(kind.resource())
                || name.equals(singular + group)
                || name.equals(kind.resource() + group);
    }

    private static boolean isShortFor(Kind<?> kind, String name) {
        for (ResourceKind known : BuiltinKinds.all()) {
            if (known.group().equals(kind.type().group())
                    && known.kind().equals(kind.name())
                    && known.shortNames().contains(name)) {
                return true;
            }
        }
        return false;
    }
}
