package dev.archipelago.bench.load;

import java.nio.charset.StandardCharsets;

/// The objects of the load: pods as a Deployment of a small web service would make them.
final class Pods {
    private static final String BEGINNING = """
            {"apiVersion":"v1","kind":"Pod","metadata":{"name":"NAME","labels":{"app.kubernetes.io/name":"checkout",\
            "app.kubernetes.io/part-of":"shop","pod-template-hash":"7c9d8f6b54","zone":"ZONE"},\
            "annotations":{"shop.example/commit":"4f1c2a9be07d8e5531f0a6c2d9b84e7713aa90cd"}},\
            """;
    private static final String SPEC = """
            "spec":{"restartPolicy":"Always","automountServiceAccountToken":false,"terminationGracePeriodSeconds":20,\
            "containers":[{"name":"checkout","image":"images.example/shop/checkout:2.14.1",\
            "ports":[{"name":"https","containerPort":8443},{"name":"metrics","containerPort":9102}],\
            "env":[{"name":"STAGE","value":"production"},\
            {"name":"POD_IP","valueFrom":{"fieldRef":{"fieldPath":"status.podIP"}}}],\
            "resources":{"requests":{"cpu":"250m","memory":"192Mi"},"limits":{"memory":"384Mi"}},\
            "livenessProbe":{"httpGet":{"path":"/live","port":"https","scheme":"HTTPS"}},\
            "volumeMounts":[{"name":"cache","mountPath":"/var/cache/checkout"}]}],\
            "volumes":[{"name":"cache","emptyDir":{"sizeLimit":"1Gi"}}]}}\
            """;

    private Pods() {}

    static String name(int index) {
        return "checkout-" + index;
    }

    static byte[] body(int index) {
        String beginning = BEGINNING.replace("NAME", name(index)).replace("ZONE", "zone-" + index % 5);
        return (beginning + SPEC).getBytes(StandardCharsets.UTF_8);
    }
}
