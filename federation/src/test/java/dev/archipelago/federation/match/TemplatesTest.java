package dev.archipelago.federation.match;

import static dev.archipelago.federation.testing.TestingObjects.kind;
import static dev.archipelago.federation.testing.TestingObjects.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.testing.FakeFederation;
import dev.archipelago.federation.workload.Template;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplatesTest {
    private static final Kind<AnyObject> SET = kind("apps/v1 StatefulSet", true);
    private static final Kind<AnyObject> MAP = kind("v1 ConfigMap", true);
    private static final Kind<AnyObject> ROLE = kind("rbac.authorization.k8s.io/v1 Role", true);
    private static final Kind<AnyObject> CLUSTER_ROLE = kind("rbac.authorization.k8s.io/v1 ClusterRole", false);
    private static final Kind<AnyObject> INGRESS = kind("networking.k8s.io/v1 Ingress", true);
    private static final Kind<AnyObject> OTHER_INGRESS = kind("example.com/v1 Ingress", true);

    private final FakeFederation federation = new FakeFederation();
    private final Templates templates = new Templates(federation.caches());

    @BeforeEach
    void discover() {
        federation.serve(List.of(SET, MAP, ROLE, CLUSTER_ROLE, INGRESS, OTHER_INGRESS));
    }

    private AnyObject put(Kind<AnyObject> kind, String namespace, String name) {
        String where = namespace.isEmpty() ? "" : ", namespace: " + namespace;
        AnyObject object = read(kind, "{metadata: {name: '%s'%s}}".formatted(name, where));
        federation.put(kind, object);
        return object;
    }

    @ParameterizedTest
    @CsvSource({
        "apps/v1 StatefulSet, shop, web, web-statefulset",
        "apps/v1 StatefulSet, shop, web-front-end, web-front-end-statefulset",
        "apps/v1 StatefulSet, shop, web-statefulset, web-statefulset-statefulset",
        "apps/v1 StatefulSet, shop, my-configmap, my-configmap-statefulset",
        "v1 ConfigMap, shop, my-statefulset, my-statefulset-configmap",
        "v1 ConfigMap, shop, a.b-c, a.b-c-configmap",
        "rbac.authorization.k8s.io/v1 ClusterRole, '', system:node, system.node-clusterrole",
        "rbac.authorization.k8s.io/v1 ClusterRole, '', a.b, a.b-clusterrole",
        "rbac.authorization.k8s.io/v1 ClusterRole, '', system:node:v1.2, system.node.v1.2-clusterrole",
        "rbac.authorization.k8s.io/v1 Role, shop, read:all, read.all-role",
        "networking.k8s.io/v1 Ingress, shop, web, web-ingress",
        "example.com/v1 Ingress, shop, web, web-ingress.example.com",
        "example.com/v1 Ingress, shop, web-ingress, web-ingress-ingress.example.com",
    })
    void findsTheObjectThatABindingIsOf(String type, String namespace, String name, String binding) {
        Kind<AnyObject> kind = kind(type, !namespace.isEmpty());
        put(kind, namespace, name);
        Key key = Binding.keyFor(kind, new Key(namespace, name));
        assertThat(key).isEqualTo(new Key(namespace, binding));
        Template found = templates.find(key).orElseThrow();
        assertThat(found.kind()).isEqualTo(kind);
        assertThat(found.object().name()).isEqualTo(name);
        assertThat(found.bindingKey()).isEqualTo(key);
        assertThat(templates.keys()).containsExactly(key);
    }

    @Test
    void kindsOfOneNameInTwoGroupsHaveBindingsOfTheirOwn() {
        put(INGRESS, "shop", "web");
        put(OTHER_INGRESS, "shop", "web");
        assertThat(templates.keys())
                .containsExactlyInAnyOrder(new Key("shop", "web-ingress"), new Key("shop", "web-ingress.example.com"));
        for (Key key : templates.keys()) {
            assertThat(templates.find(key).orElseThrow().bindingKey()).isEqualTo(key);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "shop, web-configmap",
        "other, web-statefulset",
        "shop, web",
        "shop, statefulset",
        "shop, -statefulset",
        "'', web-statefulset",
        "shop, front-statefulset",
    })
    void findsNothingThatIsNotThere(String namespace, String binding) {
        put(SET, "shop", "web");
        put(SET, "shop", "web-front");
        assertThat(templates.find(new Key(namespace, binding))).isEmpty();
    }

    @Test
    void passesOverWhatIsNotPropagated() {
        put(MAP, "kube-system", "a");
        assertThat(templates.find(new Key("kube-system", "a-configmap"))).isEmpty();
        assertThat(templates.keys()).isEmpty();
    }

    @Test
    void tellsOfObjectsThatComeChangeAndGo() {
        List<Key> changed = new ArrayList<>();
        templates.listen(changed::add);
        AnyObject web = put(SET, "shop", "web");
        federation.remove(SET, web);
        put(MAP, "kube-system", "a");
        assertThat(changed).containsExactly(new Key("shop", "web-statefulset"), new Key("shop", "web-statefulset"));
    }

    @Test
    void knowsTheKindThatABindingIsAboutByItsVersion() {
        String binding = "{metadata: {name: x, namespace: shop}, spec: {resource: {apiVersion: %s, kind: Ingress}}}";
        assertThat(templates.kind(read(Binding.KIND, binding.formatted("example.com/v1"))))
                .contains(OTHER_INGRESS);
        assertThat(templates.kind(read(Binding.KIND, binding.formatted("networking.k8s.io/v1"))))
                .contains(INGRESS);
        assertThat(templates.kind(read(Binding.KIND, binding.formatted("networking.k8s.io/v2"))))
                .isEmpty();
    }
}
