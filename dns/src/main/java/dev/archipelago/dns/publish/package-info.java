/// Puts records into zones of name servers that are not ours, by dynamic update (RFC 2136) signed with TSIG (RFC
/// 8945).
///
/// What is ours there is marked: beside each name `x` that we made there is a TXT record at `_archipelago.x`, which
/// says whose the name is and which types of records at it. All else is left alone. [Holdings] is what is ours in a
/// zone, [Difference] says what is to change, and a [Publisher] changes it.
@NullMarked
package dev.archipelago.dns.publish;

import org.jspecify.annotations.NullMarked;
