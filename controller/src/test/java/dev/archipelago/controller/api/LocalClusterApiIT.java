package dev.archipelago.controller.api;

import dev.archipelago.apiserver.authn.UserInfo;
import dev.archipelago.apiserver.testing.TestingApiServer;

class LocalClusterApiIT extends ClusterApiContract {

    static ClusterApi local(TestingApiServer server) {
        return new LocalClusterApi(server.server().local(UserInfo.of("tester", UserInfo.MASTERS), "tester"));
    }

    @Override
    protected ClusterApi connect(TestingApiServer server) {
        return local(server);
    }
}
