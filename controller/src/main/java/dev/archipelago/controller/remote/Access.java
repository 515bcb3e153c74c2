package dev.archipelago.controller.remote;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// The address of an API server, its TLS settings, and the credentials for it.
///
/// @param server without a trailing slash; with a path when the server is behind a reverse proxy
record Access(URI server, SSLContext tls, Credentials credentials, Optional<InetSocketAddress> proxy) {}
