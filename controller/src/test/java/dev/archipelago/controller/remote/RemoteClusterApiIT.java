package dev.archipelago.controller.remote;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.apiserver.testing.TestingApiServer;

class RemoteClusterApiIT extends ClusterApiContract {

    @Override
    protected ClusterApi connect(TestingApiServer server) throws Exception {
        return RemoteClusterApi.connect(Kubeconfig.read(server.kubeconfig()), "tester", "tester/1.0");
    }
}
