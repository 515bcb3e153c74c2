package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.federation.kinds.SyncResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What planners know of one member. While it is unreachable, this is the last known state.
public interface MemberView {

    /// Whether all its objects of a kind that the federation made are cached.
    boolean knows(Kind<? extends ApiObject> kind);

    /// Whether its objects of a kind are cached even without the federation's label. Those of other kinds are cached
    /// while somebody follows their name.
    boolean seesAll(Kind<? extends ApiObject> kind);

    Optional<AnyObject> find(Kind<? extends ApiObject> kind, Key key);

    /// Its objects of a kind that were rendered from one template.
    List<AnyObject> madeOf(Kind<? extends ApiObject> kind, String templateUid);

    /// The same; empty when not all its objects of the kind are cached.
    Optional<List<AnyObject>> allMadeOf(Kind<? extends ApiObject> kind, String templateUid);

    /// The objects that the member made for an object of the federation; empty when not all of them are cached, or it
    /// has
    /// no object that could have made any.
    ///
    /// @param kind of the federation's object
    /// @param key of its object in the member
    Optional<List<AnyObject>> children(Kind<? extends ApiObject> kind, Key key);

    /// Follows related objects of the member for a follower, and no others. The listeners are called with the
    /// follower's binding when one of them changes, and once all are cached. Called on each plan, with an empty set
    /// when none is needed any more. It also ends with the binding and with a connection with other credentials.
    void follow(Follower by, Set<Related> wanted);

    /// The followed related objects; empty while not all are cached.
    Optional<List<AnyObject>> related(Related what);

    /// Whether nothing is left of a binding that is being deleted.
    boolean isClear(Key binding, String bindingUid);

    /// Whether the binding of this template was deleted while the cluster was a member, as far as remembered. False
    /// when members were to keep their objects.
    boolean sawDepart(String templateUid);

    /// The result of the last sync of a binding; empty when there was none over this connection.
    Optional<SyncResult> result(Key binding);

    /// The error of the last sync of a binding; empty when there was none.
    default String problem(Key binding) {
        return result(binding).map(SyncResult::problem).orElse("");
    }
}
