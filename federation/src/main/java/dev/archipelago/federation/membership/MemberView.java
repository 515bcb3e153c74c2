package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.federation.kinds.SyncResult;
import java.util.List;
import java.util.Optional;

/// What is known of one member cluster by those who plan. While it cannot be reached, what was known last.
public interface MemberView {

    /// Whether all its objects of a kind are known.
    boolean knows(Kind<? extends ApiObject> kind);

    Optional<AnyObject> find(Kind<? extends ApiObject> kind, Key key);

    /// Its objects of a kind that were made of one template.
    List<AnyObject> madeOf(Kind<? extends ApiObject> kind, String templateUid);

    /// The same, and nothing when not all its objects of the kind are known.
    Optional<List<AnyObject>> allMadeOf(Kind<? extends ApiObject> kind, String templateUid);

    /// Whether it is known to have nothing left of a binding that is being deleted.
    boolean isClear(Key binding, String bindingUid);

    /// Whether the binding of this template went while the cluster was a member, as far as that is remembered. Not when
    /// members were to keep what they have of it.
    boolean sawDepart(String templateUid);

    /// What came of bringing it in line with a binding; nothing when nobody has tried since it was connected to.
    Optional<SyncResult> result(Key binding);

    /// What went wrong when it was last brought in line with a binding; empty when nothing did.
    default String problem(Key binding) {
        return result(binding).map(SyncResult::problem).orElse("");
    }
}
