/// Keys and certificates: the server's own authority, the certificates it issues, and the service-account signing
/// key.
///
/// Everything is kept as PEM in one directory. A restart that finds all files valid touches JDK classes only.
@NullMarked
package dev.archipelago.apiserver.pki;

import org.jspecify.annotations.NullMarked;
