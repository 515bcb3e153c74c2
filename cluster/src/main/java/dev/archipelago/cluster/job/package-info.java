/// Jobs: pods that are to succeed, and are tried again when they do not. Jobs whose pods are numbered are not served.
@NullMarked
package dev.archipelago.cluster.job;

import org.jspecify.annotations.NullMarked;
