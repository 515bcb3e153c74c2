package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.cluster.kinds.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/// The pods of each address over time, recorded by a watch.
final class Addresses implements ClusterApi.Watcher<Pod> {
    /// The end of a pod reaches this test and the DNS server at different times, on a machine that may be busy.
    private static final long LEEWAY_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final long STILL = Long.MAX_VALUE;

    private final List<Held> all = new ArrayList<>();
    private final List<Seen> seen = new ArrayList<>();

    private record Held(String uid, String pod, String address, long until) {}

    private record Seen(Answer answer, long asked) {}

    @Override
    public synchronized void changed(Pod pod) {
        for (String address : pod.addresses()) {
            if (all.stream().noneMatch(held -> held.uid.equals(pod.uid()) && held.address.equals(address))) {
                all.add(new Held(pod.uid(), pod.name(), address, STILL));
            }
        }
    }

    @Override
    public synchronized void removed(Pod pod, long resourceVersion) {
        long now = System.nanoTime();
        all.replaceAll(held -> held.uid.equals(pod.uid()) ? new Held(held.uid, held.pod, held.address, now) : held);
    }

    @Override
    public void ended(ApiException reason) {}

    synchronized Set<String> known() {
        Set<String> addresses = new TreeSet<>();
        all.stream().filter(held -> held.until == STILL).forEach(held -> addresses.add(held.address));
        return addresses;
    }

    /// Records an answer. It may have an address that the watch has not delivered yet.
    synchronized void judge(Answer answer, long asked) {
        seen.add(new Seen(answer, asked));
    }

    void assertNothingWrong() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(LEEWAY_NANOS);
        synchronized (this) {
            assertThat(seen.stream().filter(one -> !isRight(one)).map(one -> one.answer.line()))
                    .isEmpty();
        }
    }

    private boolean isRight(Seen one) {
        return all.stream()
                .filter(held -> held.address.equals(one.answer.address()))
                .filter(held ->
                        one.answer.member().isEmpty() || one.answer.member().equals(held.pod))
                .anyMatch(held -> held.until == STILL || held.until + LEEWAY_NANOS > one.asked);
    }
}
