package dev.archipelago.apiserver.apply;

import tools.jackson.databind.node.ObjectNode;

/// A pod of about 2 kB, as a Deployment's pods look once defaults are filled in.
final class TestingPods {
    private TestingPods() {}

    static String pod() {
        return """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"web-6d4cf56db6-x2k9p","generateName":"web-6d4cf56db6-",
                "namespace":"shop","uid":"3b9a6f0e-0f6c-4f8e-9a7c-5d1c2b3a4e5f","creationTimestamp":"2026-01-02T03:04:05Z",
                "labels":{"app":"web","pod-template-hash":"6d4cf56db6","tier":"front"},
                "annotations":{"prometheus.io/scrape":"true","prometheus.io/port":"9090"},
                "ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-6d4cf56db6",
                "uid":"8d2c1b7a-1111-4c1e-8f3e-aaaaaaaaaaaa","controller":true,"blockOwnerDeletion":true}]},
                "spec":{"containers":[{"name":"web","image":"registry.example/shop/web:1.4.2","imagePullPolicy":"IfNotPresent",
                "ports":[{"name":"http","containerPort":8080,"protocol":"TCP"},{"name":"metrics","containerPort":9090,"protocol":"TCP"}],
                "env":[{"name":"LOG_LEVEL","value":"info"},{"name":"DB_HOST","value":"db.shop.svc"},{"name":"REGION","value":"eu-west"}],
                "resources":{"requests":{"cpu":"100m","memory":"128Mi"},"limits":{"memory":"256Mi"}},
                "livenessProbe":{"httpGet":{"path":"/healthz","port":8080,"scheme":"HTTP"},"initialDelaySeconds":5,"periodSeconds":10,"timeoutSeconds":1,"successThreshold":1,"failureThreshold":3},
                "volumeMounts":[{"name":"config","mountPath":"/etc/web"},{"name":"kube-api-access","mountPath":"/var/run/secrets/kubernetes.io/serviceaccount","readOnly":true}],
                "terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File"}],
                "volumes":[{"name":"config","configMap":{"name":"web","defaultMode":420}},{"name":"kube-api-access","projected":{"defaultMode":420,"sources":[{"serviceAccountToken":{"expirationSeconds":3607,"path":"token"}}]}}],
                "restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst","serviceAccountName":"web",
                "securityContext":{},"schedulerName":"default-scheduler","enableServiceLinks":true,
                "tolerations":[{"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}]},
                "status":{"phase":"Pending","qosClass":"Burstable"}}""";
    }

    static void setStatus(ObjectNode pod, String time) {
        ObjectNode status = pod.putObject("status").put("phase", "Running").put("qosClass", "Burstable");
        for (String type : new String[] {"Initialized", "Ready", "ContainersReady", "PodScheduled"}) {
            status.withArrayProperty("conditions")
                    .addObject()
                    .put("type", type)
                    .put("status", "True")
                    .put("lastTransitionTime", time);
        }
        status.put("podIP", "10.1.2.3").put("startTime", "2026-01-02T03:04:05Z");
    }
}
