/// ResourceQuotas: keeps their usage up to date.
@NullMarked
package dev.archipelago.cluster.quota;

import org.jspecify.annotations.NullMarked;
