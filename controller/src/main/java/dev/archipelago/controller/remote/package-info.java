/// The client of API servers in other processes, over HTTPS, configured by a kubeconfig.
@NullMarked
package dev.archipelago.controller.remote;

import org.jspecify.annotations.NullMarked;
