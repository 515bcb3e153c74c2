package dev.archipelago.dns.publish;

import java.util.List;
import org.xbill.DNS.Name;

/// Puts our records into zones of others. One caller at a time for each zone.
public interface Publisher {
    /// What is ours in a zone, also what was left there by an earlier process. It takes a transfer of the whole
    /// zone.
    Holdings read(Name zone) throws PublishException;

    /// Changes names of a zone, each as a whole, one after the other in their order: whoever asks for a name gets
    /// what was there or what shall be there.
    ///
    /// @throws PublishException when it is unknown which of the changes were made. Then [#read] says; where that is
    ///     not possible, the same changes may be given again, for what was made already is found out
    UpdateResult publish(Name zone, List<Change> changes) throws PublishException;
}
