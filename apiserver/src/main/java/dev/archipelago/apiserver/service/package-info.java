/// Cluster IPs and node ports: who has which, and which are free.
@NullMarked
package dev.archipelago.apiserver.service;

import org.jspecify.annotations.NullMarked;
