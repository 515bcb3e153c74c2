package dev.archipelago.controller.remote;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// How to reach an API server, and as whom.
///
/// @param server without a slash at the end; may have a path, where the server is behind another
record Access(URI server, SSLContext tls, Credentials credentials, Optional<InetSocketAddress> proxy) {}
