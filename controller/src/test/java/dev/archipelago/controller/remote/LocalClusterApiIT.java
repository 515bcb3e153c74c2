package dev.archipelago.controller.remote;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.apiserver.testing.TestingApiServer;

class LocalClusterApiIT extends ClusterApiContract {

    static ClusterApi local(TestingApiServer server) {
        return server.server().local(UserInfo.of("tester", UserInfo.MASTERS), "tester");
    }

    @Override
    protected ClusterApi connect(TestingApiServer server) {
        return local(server);
    }
}
