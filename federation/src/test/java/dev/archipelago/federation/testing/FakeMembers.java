package dev.archipelago.federation.testing;

import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.selector.ObjectFilter;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.SyncResult;
import dev.archipelago.federation.kinds.Wait;
import dev.archipelago.federation.membership.Follower;
import dev.archipelago.federation.membership.MemberView;
import dev.archipelago.federation.membership.Members;
import dev.archipelago.federation.membership.Related;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Members with the state that tests set.
public final class FakeMembers implements Members {
    private final Map<String, FakeMember> members = new TreeMap<>();

    /// The member with this name, which is added if needed.
    public FakeMember member(String cluster) {
        return members.computeIfAbsent(cluster, name -> new FakeMember());
    }

    @Override
    public Optional<MemberView> find(String cluster) {
        return Optional.ofNullable(members.get(cluster));
    }

    @Override
    public void listen(Consumer<Key> listener) {}

    /// A member with objects of one kind.
    public static final class FakeMember implements MemberView {
        private final List<AnyObject> objects = new ArrayList<>();
        private String clearOf = "";
        private @Nullable SyncResult result;
        private String departed = "";
        private boolean unknown;
        private final Map<Follower, Set<Related>> followed = new TreeMap<>(Comparator.comparing(Follower::toString));

        public FakeMember has(AnyObject object) {
            objects.removeIf(known -> known.key().equals(object.key()));
            objects.add(object);
            return this;
        }

        /// Makes a binding clear: nothing is left of it.
        ///
        /// @param bindingUid of that binding
        public FakeMember isClearOf(String bindingUid) {
            clearOf = bindingUid;
            return this;
        }

        public FakeMember hasProblem(String text) {
            result = SyncResult.failed(text);
            return this;
        }

        /// Sets the sync result to a wait; null for no result.
        public FakeMember waits(@Nullable Wait what) {
            result = what == null ? null : SyncResult.waits(what);
            return this;
        }

        /// Makes the cache incomplete.
        public void isUnknown() {
            objects.clear();
            unknown = true;
        }

        /// Makes the cache complete.
        public void isKnown() {
            unknown = false;
        }

        @Override
        public boolean knows(Kind<? extends ApiObject> kind) {
            return !unknown;
        }

        @Override
        public boolean seesAll(Kind<? extends ApiObject> kind) {
            return true;
        }

        @Override
        public Optional<AnyObject> find(Kind<? extends ApiObject> kind, Key key) {
            return objects.stream().filter(object -> object.key().equals(key)).findFirst();
        }

        @Override
        public List<AnyObject> madeOf(Kind<? extends ApiObject> kind, String templateUid) {
            return objects.stream()
                    .filter(object ->
                            templateUid.equals(object.meta().annotations().get(Names.TEMPLATE_UID)))
                    .toList();
        }

        @Override
        public Optional<List<AnyObject>> allMadeOf(Kind<? extends ApiObject> kind, String templateUid) {
            return unknown ? Optional.empty() : Optional.of(madeOf(kind, templateUid));
        }

        @Override
        public Optional<List<AnyObject>> children(Kind<? extends ApiObject> kind, Key key) {
            return unknown
                    ? Optional.empty()
                    : find(kind, key)
                            .map(parent -> objects.stream()
                                    .filter(object -> object.meta()
                                            .controller()
                                            .filter(owner -> owner.uid().equals(parent.uid()))
                                            .isPresent())
                                    .toList());
        }

        @Override
        public void follow(Follower by, Set<Related> wanted) {
            followed.put(by, Set.copyOf(wanted));
        }

        public Set<Related> followed(Follower by) {
            return followed.getOrDefault(by, Set.of());
        }

        @Override
        public Optional<List<AnyObject>> related(Related what) {
            Selection selection = what.selection();
            ObjectFilter filter = ObjectFilter.of(selection.labels(), selection.fields());
            return unknown
                    ? Optional.empty()
                    : Optional.of(objects.stream()
                            .filter(object -> object.namespace().equals(selection.namespace()))
                            .filter(object -> filter.matches(object.tree()))
                            .toList());
        }

        /// Records that a binding was deleted while it was a member.
        public void seesDepart(String templateUid) {
            departed = templateUid;
        }

        @Override
        public boolean sawDepart(String templateUid) {
            return templateUid.equals(departed);
        }

        @Override
        public boolean isClear(Key binding, String bindingUid) {
            return bindingUid.equals(clearOf);
        }

        @Override
        public Optional<SyncResult> result(Key binding) {
            return Optional.ofNullable(result);
        }
    }
}
