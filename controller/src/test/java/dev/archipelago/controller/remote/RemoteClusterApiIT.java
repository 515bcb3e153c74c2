package dev.archipelago.controller.remote;

import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.api.ClusterApiContract;

class RemoteClusterApiIT extends ClusterApiContract {

    @Override
    protected ClusterApi connect(TestingApiServer server) throws Exception {
        return RemoteClusterApi.connect(Kubeconfig.read(server.kubeconfig()), "tester", "tester/1.0");
    }
}
