package dev.archipelago.cluster.serviceaccounts;

import dev.archipelago.api.authn.SecretToken;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.ServiceAccount;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// The controller that fills Secrets of type `kubernetes.io/service-account-token`.
///
/// Runs only beside the API server, which signs the tokens; other API servers have a controller of their own for it.
public final class TokenSecretReconciler implements Reconciler {
    private final Cache<AnyObject> secrets;
    private final Cache<ServiceAccount> accounts;
    private final Index<AnyObject> byAccount;
    private final TokenSecrets planner;

    /// @param authority the CA certificate of the API server, as PEM
    /// @param signer issues a token that is valid while the Secret it names contains it
    public TokenSecretReconciler(Caches caches, String authority, Function<SecretToken, String> signer) {
        secrets = caches.of(TokenSecrets.KIND);
        accounts = caches.of(ServiceAccount.KIND);
        byAccount = secrets.index(secret ->
                TokenSecrets.account(secret).map(Key::toString).map(List::of).orElse(List.of()));
        planner = new TokenSecrets(authority, signer);
    }

    @Override
    public String name() {
        return "tokens-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        secrets.listen((before, after) -> {
            if (after != null && TokenSecrets.account(after).isPresent()) {
                again.accept(after.key());
            }
        });
        accounts.listen((before, after) -> {
            if (after == null && before != null) {
                look(before, again);
            } else if (after != null && (before == null || !before.uid().equals(after.uid()))) {
                look(after, again);
            }
        });
    }

    private void look(ServiceAccount account, Consumer<Key> again) {
        byAccount.get(account.key().toString()).forEach(secret -> again.accept(secret.key()));
    }

    @Override
    public Plan plan(Key key, Instant now) {
        AnyObject secret = secrets.get(key).orElse(null);
        return secret == null
                ? Plan.NOTHING
                : planner.plan(secret, TokenSecrets.account(secret).flatMap(accounts::get));
    }
}
