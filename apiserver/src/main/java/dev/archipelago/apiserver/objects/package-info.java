/// Kubernetes objects as this server handles them: serialised in the store, a Jackson tree while being changed.
@NullMarked
package dev.archipelago.apiserver.objects;

import org.jspecify.annotations.NullMarked;
