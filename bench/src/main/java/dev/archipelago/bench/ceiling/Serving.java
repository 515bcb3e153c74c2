package dev.archipelago.bench.ceiling;

import dev.archipelago.bench.load.Stamp;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.util.Callback;

/// One request: its body is read for a stamp, then it is answered.
record Serving(MetaData.Request request, Constants constants, Broadcast broadcast, Stamp stamp)
        implements Stream.Listener {
    private static final HttpFields FIELDS =
            HttpFields.build().put(HttpHeader.CONTENT_TYPE, "application/json").asImmutable();

    static Stream.Listener begin(Stream stream, HeadersFrame frame, Constants constants, Broadcast broadcast) {
        var serving = new Serving((MetaData.Request) frame.getMetaData(), constants, broadcast, new Stamp());
        if (frame.isEndStream()) {
            serving.answer(stream);
        } else {
            stream.demand();
        }
        return serving;
    }

    @Override
    public void onDataAvailable(Stream stream) {
        while (true) {
            Stream.Data data = stream.readData();
            if (data == null) {
                stream.demand();
                return;
            }
            stamp.find(data.frame().getByteBuffer(), broadcast::send);
            boolean last = data.frame().isEndStream();
            data.release();
            if (last) {
                answer(stream);
                return;
            }
        }
    }

    private void answer(Stream stream) {
        String query = request.getHttpURI().getQuery();
        query = query == null ? "" : query;
        if (query.startsWith("watch=")) {
            broadcast.add(stream, headers(stream, 200));
            return;
        }
        String method = request.getMethod();
        var body = new DataFrame(stream.getId(), constants.answer(method, query), true);
        HeadersFrame headers = headers(stream, method.equals("POST") ? 201 : 200);
        ((HTTP2Stream) stream).send(new HTTP2Stream.FrameList(headers, body, null), Callback.NOOP);
    }

    private static HeadersFrame headers(Stream stream, int status) {
        var response = new MetaData.Response(status, null, HttpVersion.HTTP_2, FIELDS);
        return new HeadersFrame(stream.getId(), response, null, false);
    }
}
