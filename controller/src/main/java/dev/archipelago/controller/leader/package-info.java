/// Leader election between processes by a Lease.
@NullMarked
package dev.archipelago.controller.leader;

import org.jspecify.annotations.NullMarked;
