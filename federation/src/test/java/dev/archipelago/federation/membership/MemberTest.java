package dev.archipelago.federation.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi.Listing;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.testing.FakeClusterApi;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.testing.TestingObjects;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemberTest {
    private static final Kind<AnyObject> SET = TestingObjects.kind("apps/v1 StatefulSet", true);

    private final List<String> changed = new ArrayList<>();
    private final Caches caches = new Caches();
    private final Member member = new Member("c1", new FakeClusterApi(), key -> changed.add(key.toString()));

    private Cache<AnyObject> follow() {
        member.use(caches);
        member.started();
        member.follow(SET);
        Cache<AnyObject> cache = caches.of(SET);
        cache.replaceAll(new Listing<>(List.of(), 1));
        return cache;
    }

    /// The starter waits for all caches of that moment, and a member may not serve one of the kinds.
    @Test
    void noKindIsAddedBeforeTheCachesAreStarted() {
        member.use(caches);
        member.follow(SET);
        assertThat(caches.all()).isEmpty();
        member.started();
        member.follow(SET);
        assertThat(caches.all()).hasSize(1);
    }

    private static AnyObject set(String annotations) {
        return TestingObjects.read(
                SET,
                TestingObjects.tree(
                        "{metadata: {name: web-c1, namespace: shop, annotations: {%s}}}".formatted(annotations)),
                2);
    }

    @Test
    void tellsOfTheBindingThatAnObjectIsThereFor() {
        follow().put(set("resourcebinding.karmada.io/name: web-statefulset"));
        assertThat(changed).containsExactly("shop/web-statefulset");
    }

    @Test
    void tellsThoseWhoseNameAnObjectOfSomebodyElseHadThatItIsFree() {
        Cache<AnyObject> cache = follow();
        cache.put(set(""));
        assertThat(changed).isEmpty();
        cache.remove(new Key("shop", "web-c1"), 3);
        assertThat(changed).containsExactly("shop/web-c1-statefulset", "shop/web-statefulset");
    }

    /// Local set `web` and global set `web-c1` have the same name in c1: the later one waits for the other
    /// to be deleted.
    @Test
    void tellsThoseWhoseNameAnotherTemplateHadThatItIsFree() {
        Cache<AnyObject> cache = follow();
        cache.put(set("resourcebinding.karmada.io/name: web-statefulset, resourcetemplate.karmada.io/uid: u1"));
        changed.clear();
        cache.put(TestingObjects.read(SET, set("a: b").tree(), 3));
        assertThat(changed).contains("shop/web-c1-statefulset", "shop/web-statefulset");
        cache.put(TestingObjects.read(
                SET,
                set("resourcebinding.karmada.io/name: web-c1-statefulset, resourcetemplate.karmada.io/uid: u2")
                        .tree(),
                4));
        changed.clear();
        cache.remove(new Key("shop", "web-c1"), 5);
        assertThat(changed).contains("shop/web-c1-statefulset", "shop/web-statefulset");
    }

    @Test
    void remembersOverAnotherConnectionWhatHasGone() {
        member.forget(TestingObjects.read(
                Binding.KIND, "{metadata: {name: web-statefulset, namespace: shop}, spec: {resource: {uid: u1}}}"));
        Member next = new Member("c1", new FakeClusterApi(), key -> {});
        assertThat(next.sawDepart("u1")).isFalse();
        next.succeed(member);
        assertThat(next.sawDepart("u1")).isTrue();
        assertThat(next.sawDepart("u2")).isFalse();
    }
}
