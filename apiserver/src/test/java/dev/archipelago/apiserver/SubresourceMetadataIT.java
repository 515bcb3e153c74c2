package dev.archipelago.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a write to a subresource changes beside the part of the object that it stands for.
@ExtendWith(OwnServer.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SubresourceMetadataIT {
    private static final String POD = """
            {"metadata":{"name":"%s","labels":{"a":"1"}},
             "spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"1"}}}]}}""";

    private static final String TEMPLATE = """
            {"selector":{"matchLabels":{"app":"x"}},"template":{"metadata":{"labels":{"app":"x"}},
             "spec":{"containers":[{"name":"c","image":"i"}]}}}""";

    private final TestingClient client;

    SubresourceMetadataIT(TestingApiServer server) {
        client = server.admin();
    }

    private Answer made(String collection, String body) {
        Answer made = client.post(collection, body);
        assertThat(made.code()).as(made.text()).isEqualTo(201);
        return made;
    }

    /// Kinds that Kubernetes has had from the beginning let metadata through, newer ones do not.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "/apis/apps/v1/namespaces/default/statefulsets; {'spec':%t}; true; true",
                "/apis/apps/v1/namespaces/default/deployments; {'spec':%t}; false; true",
                "/api/v1/namespaces; {}; true; true",
                "/api/v1/nodes; {}; true; true",
                "/apis/storage.k8s.io/v1/volumeattachments; "
                        + "{'spec':{'attacher':'a','nodeName':'n','source':{'persistentVolumeName':'p'}}}; false; false",
                "/apis/networking.k8s.io/v1/servicecidrs; {'spec':{'cidrs':['10.9.0.0/16']}}; false; false",
            })
    void statusLetsMetadataThroughAsItsKindDoes(
            String collection, String body, boolean labelsPass, boolean annotationsPass) {
        String object = body.replace("%t", TEMPLATE)
                .replace('\'', '"')
                .replaceFirst("\\{", "{\"metadata\":{\"name\":\"kept\"}" + (body.equals("{}") ? "" : ","));
        made(collection, object);
        Answer patched = client.merge(
                collection + "/kept/status", "{\"metadata\":{\"labels\":{\"a\":\"1\"},\"annotations\":{\"b\":\"2\"}}}");
        assertThat(patched.code()).as(patched.text()).isEqualTo(200);
        assertThat(patched.at("metadata.labels.a")).isEqualTo(labelsPass ? "1" : "");
        assertThat(patched.at("metadata.annotations.b")).isEqualTo(annotationsPass ? "2" : "");
    }

    @Test
    void replacedStatusKeepsAnnotationsThatCameWithIt() {
        String pods = "/api/v1/namespaces/default/pods";
        Answer pod = made(pods, POD.formatted("replaced"));
        String annotated = pod.text().replaceFirst("\"metadata\":\\{", "\"metadata\":{\"annotations\":{\"b\":\"2\"},");
        Answer replaced = client.put(pods + "/replaced/status", annotated);
        assertThat(replaced.at("metadata.annotations.b")).as(replaced.text()).isEqualTo("2");
        Answer owned = client.merge(pods + "/replaced/status", """
                {"metadata":{"ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"x","uid":"y"}]}}""");
        assertThat(owned.at("metadata.ownerReferences")).isEmpty();
        Answer invalid = client.merge(pods + "/replaced/status", "{\"metadata\":{\"labels\":{\"a b\":\"1\"}}}");
        assertThat(invalid.code()).as(invalid.text()).isEqualTo(422);
        assertThat(invalid.at("details.causes.0.field")).isEqualTo("metadata.labels");
    }

    @Test
    void approvalChangesConditionsAndMetadata() {
        String requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
        made(requests, """
                {"metadata":{"name":"csr"},"spec":{"request":"LS0tLS1CRUdJTg==","signerName":"example.org/s",
                 "usages":["client auth"]}}""");
        Answer approved = client.merge(requests + "/csr/approval", """
                {"metadata":{"annotations":{"why":"known"}},"status":{"certificate":"LS0tLS1CRUdJTg==",
                 "conditions":[{"type":"Approved","status":"True","reason":"r","message":"m"}]}}""");
        assertThat(approved.code()).as(approved.text()).isEqualTo(200);
        assertThat(approved.at("metadata.annotations.why")).isEqualTo("known");
        assertThat(approved.at("status.conditions.0.type")).isEqualTo("Approved");
        assertThat(approved.at("status.certificate")).isEmpty();
    }

    @Test
    void finalizeLetsMetadataThrough() {
        made("/api/v1/namespaces", "{\"metadata\":{\"name\":\"final\"}}");
        Answer finalized = client.put("/api/v1/namespaces/final/finalize", """
                {"metadata":{"name":"final","annotations":{"b":"2"}},"spec":{"finalizers":["kubernetes"]}}""");
        assertThat(finalized.at("metadata.annotations.b")).as(finalized.text()).isEqualTo("2");
    }

    @Test
    void resizeChangesResourcesOnly() {
        String pods = "/api/v1/namespaces/default/pods";
        made(pods, POD.formatted("resized"));
        Answer resized = client.patch(pods + "/resized/resize", "application/strategic-merge-patch+json", """
                {"metadata":{"labels":{"a":"2"}},"spec":{"nodeName":"n","containers":[
                 {"name":"c","image":"other","resources":{"requests":{"cpu":"2"}}}]}}""");
        assertThat(resized.code()).as(resized.text()).isEqualTo(200);
        assertThat(resized.at("spec.containers.0.resources.requests.cpu")).isEqualTo("2");
        assertThat(resized.at("spec.containers.0.image")).isEqualTo("i");
        assertThat(resized.at("spec.nodeName")).isEmpty();
        assertThat(resized.at("metadata.labels.a")).isEqualTo("1");
        Answer added = client.patch(pods + "/resized/resize", "application/strategic-merge-patch+json", """
                {"spec":{"containers":[{"name":"d","image":"i"}]}}""");
        assertThat(added.code()).isEqualTo(422);
        assertThat(added.at("details.causes.0.field")).isEqualTo("spec.containers");
    }

    @Test
    void ephemeralContainersAreAddedAndNothingElse() {
        String pods = "/api/v1/namespaces/default/pods";
        made(pods, POD.formatted("debugged"));
        Answer debugged =
                client.patch(pods + "/debugged/ephemeralcontainers", "application/strategic-merge-patch+json", """
                {"metadata":{"labels":{"a":"2"}},"spec":{"nodeName":"n","ephemeralContainers":[
                 {"name":"debug","image":"sh"}]}}""");
        assertThat(debugged.at("spec.ephemeralContainers.0.name"))
                .as(debugged.text())
                .isEqualTo("debug");
        assertThat(debugged.at("spec.nodeName")).isEmpty();
        assertThat(debugged.at("metadata.labels.a")).isEqualTo("1");
    }
}
