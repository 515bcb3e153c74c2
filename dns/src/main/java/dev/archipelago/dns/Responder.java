package dev.archipelago.dns;

import dev.archipelago.dns.Zones.Zone;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Header;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.OPTRecord;
import org.xbill.DNS.Opcode;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/// Makes the answer to a query. May be used from any thread.
final class Responder {
    /// What fits into one packet on all usual networks.
    static final int PAYLOAD_MAX = 1232;

    private static final int PAYLOAD_WITHOUT_EDNS = 512;
    private static final int ALIASES_MAX = 8;
    private static final int HEADER_LENGTH = 12;

    private final Zones zones;
    private final AtomicInteger turn = new AtomicInteger();

    Responder(Zones zones) {
        this.zones = zones;
    }

    /// The answer to what came over UDP; nothing for what is no query.
    byte @Nullable [] overUdp(byte[] query) {
        return respond(query, false);
    }

    /// The same over TCP.
    byte @Nullable [] overTcp(byte[] query) {
        return respond(query, true);
    }

    private byte @Nullable [] respond(byte[] bytes, boolean tcp) {
        // Answering an answer could go on for ever between two servers.
        if (bytes.length < HEADER_LENGTH || (bytes[2] & 0x80) != 0) {
            return null;
        }
        Message query;
        try {
            query = new Message(bytes);
        } catch (IOException | RuntimeException e) {
            return malformed(bytes);
        }
        Message response = answer(query);
        @Nullable OPTRecord options = query.getOPT();
        if (options != null) {
            // The upper bits of a code that came with EDNS are here.
            int upper = options.getVersion() == 0 ? 0 : Rcode.BADVERS >> 4;
            response.addRecord(new OPTRecord(PAYLOAD_MAX, upper, 0), Section.ADDITIONAL);
        }
        return toWire(response, tcp ? Message.MAXLENGTH : payload(options));
    }

    private static int payload(@Nullable OPTRecord options) {
        return options == null
                ? PAYLOAD_WITHOUT_EDNS
                : Math.clamp(options.getPayloadSize(), PAYLOAD_WITHOUT_EDNS, PAYLOAD_MAX);
    }

    /// What was added for convenience goes first; only what was asked for counts as truncated.
    private static byte[] toWire(Message response, int length) {
        byte[] whole = response.toWire(Message.MAXLENGTH);
        if (whole.length <= length) {
            return whole;
        }
        @Nullable OPTRecord options = response.getOPT();
        response.removeAllRecords(Section.ADDITIONAL);
        if (options != null) {
            response.addRecord(options, Section.ADDITIONAL);
        }
        whole = response.toWire(Message.MAXLENGTH);
        if (whole.length <= length) {
            return whole;
        }
        response.removeAllRecords(Section.ANSWER);
        response.removeAllRecords(Section.AUTHORITY);
        response.getHeader().setFlag(Flags.TC);
        return response.toWire(Message.MAXLENGTH);
    }

    private static byte[] malformed(byte[] query) {
        Header header = new Header((query[0] & 0xff) << 8 | (query[1] & 0xff));
        header.setFlag(Flags.QR);
        header.setOpcode(query[2] >> 3 & 0xf);
        header.setRcode(Rcode.FORMERR);
        return header.toWire();
    }

    private Message answer(Message query) {
        Message response = new Message(query.getHeader().getID());
        Header header = response.getHeader();
        header.setFlag(Flags.QR);
        header.setOpcode(query.getHeader().getOpcode());
        if (query.getHeader().getFlag(Flags.RD)) {
            header.setFlag(Flags.RD);
        }
        if (query.getHeader().getOpcode() != Opcode.QUERY) {
            header.setRcode(Rcode.NOTIMP);
            return response;
        }
        @Nullable Record question = query.getQuestion();
        if (question == null || query.getHeader().getCount(Section.QUESTION) != 1) {
            header.setRcode(Rcode.FORMERR);
            return response;
        }
        response.addRecord(question, Section.QUESTION);
        @Nullable OPTRecord options = query.getOPT();
        if (options != null && options.getVersion() != 0) {
            // The lower bits of BADVERS are those of NOERROR.
            return response;
        }
        resolve(question, response);
        return response;
    }

    private void resolve(Record question, Message response) {
        int type = question.getType();
        Optional<Zone> zone = zones.zoneOf(question.getName());
        boolean served = question.getDClass() == DClass.IN || question.getDClass() == DClass.ANY;
        if (zone.isEmpty() || !served || type == Type.AXFR || type == Type.IXFR) {
            response.getHeader().setRcode(Rcode.REFUSED);
            return;
        }
        response.getHeader().setFlag(Flags.AA);
        Name name = question.getName();
        Set<Name> seen = new LinkedHashSet<>();
        // Follows aliases for as long as they lead to names of ours.
        while (zone.isPresent() && seen.add(name) && seen.size() <= ALIASES_MAX) {
            Optional<List<Record>> found = zone.get().find(name);
            if (found.isEmpty()) {
                response.getHeader().setRcode(Rcode.NXDOMAIN);
                response.addRecord(zone.get().authority(), Section.AUTHORITY);
                return;
            }
            @Nullable Name next = add(name, found.get(), type, zone.get(), response);
            if (next == null) {
                return;
            }
            name = next;
            zone = zones.zoneOf(next);
        }
    }

    /// Adds what a name has.
    ///
    /// @return where it is said to be, if it is only an alias
    private @Nullable Name add(Name name, List<Record> found, int type, Zone zone, Message response) {
        List<Record> matching = new ArrayList<>(found.size());
        for (Record record : found) {
            if (record.getType() == type || type == Type.ANY) {
                matching.add(record);
            } else if (record instanceof CNAMERecord alias) {
                response.addRecord(renamed(name, alias), Section.ANSWER);
                return alias.getTarget();
            }
        }
        if (matching.isEmpty()) {
            response.addRecord(zone.authority(), Section.AUTHORITY);
        }
        // Clients take the first, so each gets another.
        int start = matching.size() > 1 ? Math.floorMod(turn.getAndIncrement(), matching.size()) : 0;
        boolean sameSpelling = matching.isEmpty() || isSpelledAlike(name, matching.getFirst());
        for (int i = 0; i < matching.size(); i++) {
            Record record = matching.get((start + i) % matching.size());
            response.addRecord(sameSpelling ? record : renamed(name, record), Section.ANSWER);
        }
        addTargets(matching, response);
        return null;
    }

    private static boolean isSpelledAlike(Name name, Record record) {
        return record.getName().toString().equals(name.toString());
    }

    /// In the spelling of the question, which some clients check.
    private static Record renamed(Name name, Record record) {
        return Record.newRecord(
                name, record.getType(), record.getDClass(), record.getTTL(), record.rdataToWireCanonical());
    }

    /// Whoever asks for services will ask for their addresses next.
    private void addTargets(List<Record> matching, Message response) {
        Set<Name> targets = new LinkedHashSet<>();
        for (Record record : matching) {
            if (record instanceof SRVRecord service) {
                targets.add(service.getTarget());
            }
        }
        for (Name target : targets) {
            for (Record record :
                    zones.zoneOf(target).flatMap(zone -> zone.find(target)).orElse(List.of())) {
                if (record.getType() == Type.A || record.getType() == Type.AAAA) {
                    response.addRecord(record, Section.ADDITIONAL);
                }
            }
        }
    }
}
