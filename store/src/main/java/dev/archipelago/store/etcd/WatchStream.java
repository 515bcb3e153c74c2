package dev.archipelago.store.etcd;

import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One watch on one member. Its messages wait in a queue for the feed's thread; only a few are asked for ahead.
final class WatchStream implements ClientResponseObserver<WatchRequest, WatchResponse> {
    private static final int MESSAGES_AHEAD = 4;

    /// What comes out of a stream.
    sealed interface Item {}

    record Message(WatchResponse response) implements Item {}

    record End(Status status) implements Item {}

    private final BlockingQueue<Item> queue = new LinkedBlockingQueue<>();
    private volatile @Nullable ClientCallStreamObserver<WatchRequest> call;

    static WatchStream open(Channel channel, KeySpace keys, long fromRevision) {
        var stream = new WatchStream();
        WatchCreateRequest create = WatchCreateRequest.newBuilder()
                .setKey(keys.start())
                .setRangeEnd(keys.end())
                .setStartRevision(fromRevision)
                .build();
        WatchGrpc.newStub(channel)
                .watch(stream)
                .onNext(WatchRequest.newBuilder().setCreateRequest(create).build());
        return stream;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<WatchRequest> requests) {
        requests.disableAutoRequestWithInitial(MESSAGES_AHEAD);
        call = requests;
    }

    @Override
    public void onNext(WatchResponse response) {
        queue.add(new Message(response));
    }

    @Override
    public void onError(Throwable failure) {
        queue.add(new End(Status.fromThrowable(failure)));
    }

    @Override
    public void onCompleted() {
        queue.add(new End(Status.UNAVAILABLE.withDescription("etcd ended the watch")));
    }

    /// The next item, or null if none came in time.
    @Nullable
    Item next(long millis) throws InterruptedException {
        Item item = queue.poll(millis, TimeUnit.MILLISECONDS);
        ClientCallStreamObserver<WatchRequest> open = call;
        if (item instanceof Message && open != null) {
            open.request(1);
        }
        return item;
    }

    void cancel(String reason) {
        ClientCallStreamObserver<WatchRequest> open = call;
        if (open != null) {
            open.cancel(reason, null);
        }
    }
}
