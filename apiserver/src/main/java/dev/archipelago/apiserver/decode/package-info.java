/// From bytes to a tree that fits its kind: [ObjectDecoder] parses JSON, checks it against the kind's schema and
/// brings values into the form in which Kubernetes stores them.
@NullMarked
package dev.archipelago.apiserver.decode;

import org.jspecify.annotations.NullMarked;
