package dev.archipelago.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.builtin.KindActors;
import dev.archipelago.apiserver.builtin.KindActors.Actor;
import org.junit.jupiter.api.Test;

/// The resources that a cluster acts on, for the warnings of its API server.
class ActsOnTest {
    @Test
    void itNamesOnlyResourcesThatAreServedAndLeftToControllers() {
        assertThat(MemberCluster.ACTS_ON)
                .allSatisfy(resource -> assertThat(KindActors.all()).containsEntry(resource, Actor.CONTROLLER));
    }
}
