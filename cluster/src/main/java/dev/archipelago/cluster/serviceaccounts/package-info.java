/// ServiceAccounts: what every namespace needs so that its pods can use the API.
@NullMarked
package dev.archipelago.cluster.serviceaccounts;

import org.jspecify.annotations.NullMarked;
