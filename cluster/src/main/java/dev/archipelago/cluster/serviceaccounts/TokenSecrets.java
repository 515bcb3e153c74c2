package dev.archipelago.cluster.serviceaccounts;

import dev.archipelago.api.authn.SecretToken;
import dev.archipelago.api.authn.ServiceAccountNames;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.ServiceAccount;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Decides what to write into a Secret for a service account token.
///
/// A Secret without account waits for it. A filled one is deleted with its account.
final class TokenSecrets {
    static final Kind<AnyObject> KIND = AnyObject.kind(GroupVersionKind.of("v1", "Secret"), "secrets", true);

    private static final String TYPE = "kubernetes.io/service-account-token";
    private static final String NAME = "kubernetes.io/service-account.name";
    private static final String UID = "kubernetes.io/service-account.uid";

    private final String authority;
    private final Function<SecretToken, String> signer;

    /// @param authority the CA certificate of the API server, as PEM; empty for none
    TokenSecrets(String authority, Function<SecretToken, String> signer) {
        this.authority = authority;
        this.signer = signer;
    }

    /// The account that a Secret names.
    static Optional<Key> account(AnyObject secret) {
        return Optional.ofNullable(secret.meta().annotations().get(NAME))
                .filter(name -> !name.isEmpty())
                .map(name -> new Key(secret.namespace(), name));
    }

    Plan plan(AnyObject secret, Optional<ServiceAccount> account) {
        Key key = account(secret).orElse(null);
        if (key == null
                || secret.isDeleting()
                || !secret.view().path("type").asString("").equals(TYPE)) {
            return Plan.NOTHING;
        }
        String filledFor = secret.meta().annotations().getOrDefault(UID, "");
        ServiceAccount current = account.filter(
                        found -> filledFor.isEmpty() || found.uid().equals(filledFor))
                .orElse(null);
        if (current != null) {
            return current.isDeleting() ? Plan.NOTHING : fill(secret, key, current.uid());
        }
        return filledFor.isEmpty()
                ? Plan.NOTHING
                : Plan.builder()
                        .perform(new Action.Confirm(ServiceAccount.KIND, key, filledFor, Fact.GONE))
                        .delete(KIND, secret)
                        .build();
    }

    private Plan fill(AnyObject secret, Key account, String uid) {
        JsonNode data = secret.view().path("data");
        String certificate = encoded(authority);
        boolean lacksAuthority =
                !authority.isEmpty() && !data.path("ca.crt").asString("").equals(certificate);
        boolean lacksNamespace = data.path("namespace").asString("").isEmpty();
        boolean lacksToken = data.path("token").asString("").isEmpty();
        boolean lacksUid = !secret.meta().annotations().containsKey(UID);
        if (!lacksAuthority && !lacksNamespace && !lacksToken && !lacksUid) {
            return Plan.NOTHING;
        }
        ObjectNode tree = secret.tree();
        tree.withObjectProperty("metadata").withObjectProperty("annotations").put(UID, uid);
        ObjectNode filled = tree.path("data") instanceof ObjectNode there ? there : tree.putObject("data");
        if (lacksAuthority) {
            filled.put("ca.crt", certificate);
        }
        if (lacksNamespace) {
            filled.put("namespace", encoded(account.namespace()));
        }
        if (lacksToken) {
            ServiceAccountNames names = new ServiceAccountNames(account.namespace(), account.name());
            filled.put("token", encoded(signer.apply(new SecretToken(names, uid, secret.name()))));
        }
        return Plan.builder().update(KIND, tree).build();
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
