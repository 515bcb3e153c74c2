/// Jobs: run pods until enough have succeeded. Indexed jobs are not supported.
@NullMarked
package dev.archipelago.cluster.job;

import org.jspecify.annotations.NullMarked;
