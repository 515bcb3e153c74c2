/// The store for several processes: etcd keeps the state, each process holds a replica of it in memory.
///
/// [EtcdStore] is the one public face, opened with [EtcdOptions]. Writes go to etcd as guarded transactions; one
/// watch feeds the replica, from which all reads and watches are served. etcd's revisions are the store's revisions.
@NullMarked
package dev.archipelago.store.etcd;

import org.jspecify.annotations.NullMarked;
