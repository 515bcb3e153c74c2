package dev.archipelago.store.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.archipelago.store.Outcome;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Transaction;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import java.util.List;

/// Our transactions in etcd's words.
final class Transactions {
    private final KeySpace keys;

    Transactions(KeySpace keys) {
        this.keys = keys;
    }

    TxnRequest request(Transaction transaction) {
        TxnRequest.Builder request = TxnRequest.newBuilder();
        List<Transaction.Guard> guards = transaction.guards();
        for (Transaction.Guard guard : guards) {
            ByteString key = keys.toEtcd(guard.key());
            request.addCompare(Compare.newBuilder()
                    .setKey(key)
                    .setTarget(Compare.CompareTarget.MOD)
                    .setResult(Compare.CompareResult.EQUAL)
                    .setModRevision(guard.modRevision()));
            if (guards.size() > 1) {
                // To tell which guard failed.
                request.addFailure(RequestOp.newBuilder()
                        .setRequestRange(RangeRequest.newBuilder().setKey(key).setKeysOnly(true)));
            }
        }
        for (Transaction.Change change : transaction.changes()) {
            request.addSuccess(operation(change));
        }
        return request.build();
    }

    private RequestOp operation(Transaction.Change change) {
        ByteString key = keys.toEtcd(change.key());
        return switch (change) {
            case Transaction.Put put ->
                RequestOp.newBuilder()
                        .setRequestPut(PutRequest.newBuilder()
                                .setKey(key)
                                .setValue(UnsafeByteOperations.unsafeWrap(put.value())))
                        .build();
            case Transaction.Delete delete ->
                RequestOp.newBuilder()
                        .setRequestDeleteRange(DeleteRangeRequest.newBuilder().setKey(key))
                        .build();
        };
    }

    /// Whether a transaction has changed anything, and so has a revision of its own.
    static boolean changed(TxnResponse response) {
        if (!response.getSucceeded()) {
            return false;
        }
        for (ResponseOp operation : response.getResponsesList()) {
            if (operation.hasResponsePut() || operation.getResponseDeleteRange().getDeleted() > 0) {
                return true;
            }
        }
        return false;
    }

    Outcome outcome(Transaction transaction, TxnResponse response) {
        if (response.getSucceeded()) {
            return new Outcome.Committed(response.getHeader().getRevision());
        }
        List<Transaction.Guard> guards = transaction.guards();
        if (guards.size() == 1) {
            return new Outcome.Refused(guards.getFirst().key());
        }
        for (int i = 0; i < guards.size(); i++) {
            RangeResponse found = response.getResponses(i).getResponseRange();
            long modRevision = found.getKvsCount() == 0 ? 0 : found.getKvs(0).getModRevision();
            if (modRevision != guards.get(i).modRevision()) {
                return new Outcome.Refused(guards.get(i).key());
            }
        }
        throw new StoreException("etcd refused a transaction whose guards all hold");
    }
}
