package dev.archipelago.store.embedded;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// How much heap the stores that share it may take with what they keep. All keys and values are on the heap, so that
/// the stores of one process share one quota unless told otherwise.
public final class StoreQuota {
    /// What the index and the objects of an entry take beside its bytes, roughly.
    static final long ENTRY_BYTES = 300;

    private static final HeapGauge HEAP = HeapGauge.ofProcess();

    /// Half of what a process has: the rest is for caches, requests and watches.
    private static final StoreQuota OF_PROCESS = ofProcess(Runtime.getRuntime().maxMemory() / 2);

    private final long bytesMax;
    private final @Nullable HeapGauge heap;
    private final AtomicLong used = new AtomicLong();

    StoreQuota(long bytesMax, @Nullable HeapGauge heap) {
        this.bytesMax = bytesMax;
        this.heap = heap;
    }

    /// The quota of this process, which also watches its heap.
    public static StoreQuota ofProcess() {
        return OF_PROCESS;
    }

    /// The same with another number of bytes, for the stores that share it.
    public static StoreQuota ofProcess(long bytesMax) {
        return new StoreQuota(bytesMax, HEAP);
    }

    public static StoreQuota of(long bytesMax) {
        return new StoreQuota(bytesMax, null);
    }

    void add(long bytes) {
        used.addAndGet(bytes);
    }

    /// Whether the quota is used up. Cheap enough to ask at every write.
    boolean isExceeded() {
        return used.get() > bytesMax;
    }

    /// Why nothing more should be kept; empty when there is room. Not for every write.
    String problem() {
        if (isExceeded()) {
            return "the stores keep more than their quota of " + (bytesMax >> 20) + " MiB";
        }
        return heap != null && heap.isFull() ? "the heap is full" : "";
    }
}
