/// A cluster elsewhere: any Kubernetes API server, over HTTPS, found by a kubeconfig.
@NullMarked
package dev.archipelago.controller.remote;

import org.jspecify.annotations.NullMarked;
