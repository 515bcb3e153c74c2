package dev.archipelago.store.etcd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.google.protobuf.ByteString;

/// Where the store's keys are in etcd: behind a prefix. Beside them is one more key, the fence, which no store key
/// can be because it is not printable; [EtcdStore#awaitObserved] says what for.
record KeySpace(String prefix) {

    ByteString start() {
        return ByteString.copyFrom(prefix, ISO_8859_1);
    }

    /// The first key after all that begin with the prefix.
    ByteString end() {
        char last = prefix.charAt(prefix.length() - 1);
        return ByteString.copyFrom(prefix.substring(0, prefix.length() - 1) + (char) (last + 1), ISO_8859_1);
    }

    ByteString fence() {
        return ByteString.copyFrom(prefix + "\0fence", ISO_8859_1);
    }

    boolean isFence(ByteString etcdKey) {
        return etcdKey.size() > prefix.length() && etcdKey.byteAt(prefix.length()) == 0;
    }

    ByteString toEtcd(String key) {
        return ByteString.copyFrom(prefix + key, ISO_8859_1);
    }

    String fromEtcd(ByteString etcdKey) {
        return etcdKey.substring(prefix.length()).toString(ISO_8859_1);
    }
}
