package dev.archipelago.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class KindNamesTest {
    private static final Kind<AnyObject> EVENT = kind("v1", "Event", "events");
    private static final Kind<AnyObject> CONFIG = kind("v1", "ConfigMap", "configmaps");
    private static final Kind<AnyObject> SERVICE = kind("v1", "Service", "services");
    private static final Kind<AnyObject> SET = kind("apps/v1", "StatefulSet", "statefulsets");
    private static final Kind<AnyObject> DEPLOYMENT = kind("apps/v1", "Deployment", "deployments");
    private static final Kind<AnyObject> NEW_EVENT = kind("events.k8s.io/v1", "Event", "events");
    private static final Kind<AnyObject> CUSTOM = kind("example.org/v1", "Sts", "stses");

    private static final List<Kind<AnyObject>> SERVED =
            List.of(EVENT, CONFIG, SERVICE, SET, DEPLOYMENT, NEW_EVENT, CUSTOM);

    private static Kind<AnyObject> kind(String apiVersion, String name, String resource) {
        return AnyObject.kind(GroupVersionKind.of(apiVersion, name), resource, true);
    }

    @Test
    void knowsKindPluralAndShortName() {
        for (String name : List.of("StatefulSet", "statefulsets", "STATEFULSET", "statefulsets.apps")) {
            assertThat(KindNames.find(name, SERVED)).as(name).contains(SET);
        }
        assertThat(KindNames.find("deploy", SERVED)).contains(DEPLOYMENT);
        assertThat(KindNames.find("svc", SERVED)).contains(SERVICE);
        assertThat(KindNames.find("CM", SERVED)).contains(CONFIG);
        assertThat(KindNames.find("po", SERVED)).isEmpty();
        assertThat(KindNames.find("statefulsets.example.org", SERVED)).isEmpty();
    }

    @Test
    void prefersTheFirstGroupAndFullNames() {
        assertThat(KindNames.find("event", SERVED))
                .hasValueSatisfying(kind -> assertThat(kind.apiVersion()).isEqualTo("v1"));
        assertThat(KindNames.find("events.events.k8s.io", SERVED)).contains(NEW_EVENT);
        assertThat(KindNames.find("sts", SERVED)).contains(CUSTOM);
        assertThat(KindNames.find("sts", SERVED.subList(0, 6))).contains(SET);
    }
}
