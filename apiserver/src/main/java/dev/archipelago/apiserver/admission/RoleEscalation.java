package dev.archipelago.apiserver.admission;

import dev.archipelago.apiserver.authz.Escalation;
import dev.archipelago.apiserver.authz.RbacIndex;
import dev.archipelago.apiserver.authz.RbacKind;
import tools.jackson.databind.node.ObjectNode;

/// Roles and bindings are written only by those who have what they would give.
public final class RoleEscalation implements Admission {
    private final RbacIndex rbac;

    public RoleEscalation(RbacIndex rbac) {
        this.rbac = rbac;
    }

    @Override
    public void validate(AdmissionRequest request) {
        ObjectNode object = request.object();
        if (object == null || !request.resource().group().equals(RbacKind.GROUP)) {
            return;
        }
        RbacKind.of(request.resource().kind().kind())
                .ifPresent(kind -> Escalation.check(rbac.snapshot(), request.user(), kind, object, request.old()));
    }
}
