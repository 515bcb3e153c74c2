package dev.archipelago.dns.publish;

import dev.archipelago.dns.publish.PublishException.Failure;
import dev.archipelago.dns.publish.PublishException.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.Section;
import org.xbill.DNS.TSIG;
import org.xbill.DNS.TSIGRecord;
import org.xbill.DNS.Type;

/// One name server. What it is told is signed, and nothing that it says is believed without its signature, except
/// that it does not do what it was asked to.
final class Server {
    private static final int TRANSFER_RECORDS_MAX = 2_000_000;

    private final InetSocketAddress address;
    private final TSIG key;
    private final Duration timeout;

    Server(InetSocketAddress address, TSIG key, Duration timeout) {
        this.address = address;
        this.key = key;
        this.timeout = timeout;
    }

    /// The server did not do it.
    static final class FailedException extends Exception {
        private final Failure failure;

        private FailedException(Failure failure, @Nullable Throwable cause) {
            super(failure.toString(), cause);
            this.failure = failure;
        }

        Failure failure() {
            return failure;
        }
    }

    /// Asks and has an answer, which is signed and says that it was done, or that something is there or is not.
    Message ask(Message question) throws FailedException {
        try (Connection connection = Connection.open(address, timeout)) {
            TSIGRecord signature = send(question, connection);
            byte[] bytes = connection.receive();
            Message answer = parse(question, bytes);
            check(answer, key.verify(answer, bytes, signature));
            return answer;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /// All records of a zone.
    List<Record> transfer(Name zone) throws FailedException {
        Message question = Message.newQuery(Record.newRecord(zone, Type.AXFR, DClass.IN));
        question.getHeader().unsetFlag(Flags.RD);
        List<Record> records = new ArrayList<>();
        try (Connection connection = Connection.open(address, timeout)) {
            TSIG.StreamVerifier verifier = new TSIG.StreamVerifier(key, send(question, connection));
            boolean complete = false;
            while (!complete) {
                byte[] bytes = connection.receive();
                Message answer = parse(question, bytes);
                complete = addUntilComplete(answer.getSection(Section.ANSWER), records);
                check(answer, verifier.verify(answer, bytes, complete));
                if (answer.getRcode() != Rcode.NOERROR || records.isEmpty()) {
                    throw failed(Reason.OTHER, "transferred nothing: " + Rcode.string(answer.getRcode()));
                }
            }
            return records;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /// A transfer begins and ends with the same SOA record.
    private boolean addUntilComplete(List<Record> more, List<Record> records) throws FailedException {
        for (Record record : more) {
            boolean authority = record instanceof SOARecord;
            if (records.isEmpty() && !authority) {
                throw failed(Reason.UNTRUSTED, "sent something that is no zone");
            }
            if (authority && !records.isEmpty()) {
                return true;
            }
            if (records.size() == TRANSFER_RECORDS_MAX) {
                throw failed(Reason.OTHER, "has more than " + TRANSFER_RECORDS_MAX + " records in the zone");
            }
            records.add(record);
        }
        return false;
    }

    private TSIGRecord send(Message question, Connection connection) throws IOException {
        Message signed = question.clone();
        key.apply(signed, null);
        connection.send(signed.toWire());
        return signed.getTSIG();
    }

    private Message parse(Message question, byte[] bytes) throws FailedException {
        Message answer;
        try {
            answer = new Message(bytes);
        } catch (IOException | RuntimeException e) {
            throw new FailedException(new Failure(address, Reason.UNTRUSTED, "sent something that is no message"), e);
        }
        boolean fits = answer.getHeader().getFlag(Flags.QR)
                && answer.getHeader().getID() == question.getHeader().getID()
                && answer.getHeader().getOpcode() == question.getHeader().getOpcode();
        if (!fits) {
            throw failed(Reason.UNTRUSTED, "sent something that is no answer to what it was asked");
        }
        return answer;
    }

    /// @param verified the code of what is wrong with its signature, if anything
    private void check(Message answer, int verified) throws FailedException {
        @Nullable TSIGRecord signature = answer.getTSIG();
        int problem = signature == null ? Rcode.NOERROR : signature.getError();
        if (problem != Rcode.NOERROR) {
            throw failed(
                    reasonOfSignature(problem),
                    "answered " + Rcode.string(answer.getRcode()) + " (" + Rcode.TSIGstring(problem) + ")");
        }
        switch (answer.getRcode()) {
            case Rcode.NOERROR, Rcode.NXDOMAIN, Rcode.YXDOMAIN, Rcode.NXRRSET, Rcode.YXRRSET -> {
                if (verified != Rcode.NOERROR) {
                    throw failed(
                            verified == Rcode.BADTIME ? Reason.BAD_TIME : Reason.UNTRUSTED,
                            "sent an answer without a good signature (" + Rcode.TSIGstring(verified) + ")");
                }
            }
            default -> throw failed(reason(answer.getRcode()), "answered " + Rcode.string(answer.getRcode()));
        }
    }

    private static Reason reasonOfSignature(int code) {
        return switch (code) {
            case Rcode.BADKEY -> Reason.BAD_KEY;
            case Rcode.BADSIG, Rcode.BADTRUNC -> Reason.BAD_SIGNATURE;
            case Rcode.BADTIME -> Reason.BAD_TIME;
            default -> Reason.OTHER;
        };
    }

    private static Reason reason(int code) {
        return switch (code) {
            case Rcode.NOTAUTH -> Reason.NOT_AUTHORITATIVE;
            case Rcode.REFUSED -> Reason.REFUSED;
            case Rcode.NOTZONE -> Reason.NOT_IN_ZONE;
            case Rcode.SERVFAIL -> Reason.SERVER_FAILED;
            default -> Reason.OTHER;
        };
    }

    private FailedException failed(Reason reason, String detail) {
        return new FailedException(new Failure(address, reason, detail), null);
    }

    private FailedException failed(IOException e) {
        return switch (e) {
            case SocketTimeoutException late ->
                new FailedException(new Failure(address, Reason.TIMEOUT, "did not answer in " + timeout), late);
            case EOFException end ->
                new FailedException(new Failure(address, Reason.UNREACHABLE, "closed the connection"), end);
            default -> new FailedException(new Failure(address, Reason.UNREACHABLE, "cannot be reached: " + e), e);
        };
    }
}
