package dev.archipelago.api.yaml;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.emitter.Emitter;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.ImplicitTuple;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;
import tools.jackson.databind.JsonNode;

/// Turns a JSON tree into YAML as kubectl prints it: keys sorted, lists not indented, strings quoted only where they
/// would be taken for something else.
public final class YamlWriter {
    private static final DumpSettings SETTINGS = DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setIndent(2)
            .setWidth(80)
            .build();
    private static final ImplicitTuple IMPLICIT = new ImplicitTuple(true, true);
    private static final NaturalOrder KEY_ORDER = new NaturalOrder();

    private final Emitter emitter;

    private YamlWriter(Writer out) {
        emitter = new Emitter(SETTINGS, new Output(out));
    }

    public static byte[] write(JsonNode tree) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(tree, out);
        return out.toByteArray();
    }

    /// Writes and flushes, but does not close.
    public static void write(JsonNode tree, OutputStream target) {
        Writer out = new OutputStreamWriter(target, StandardCharsets.UTF_8);
        YamlWriter writer = new YamlWriter(out);
        writer.emitter.emit(new StreamStartEvent());
        writer.emitter.emit(new DocumentStartEvent(false, Optional.empty(), Map.of()));
        writer.emit(tree);
        writer.emitter.emit(new DocumentEndEvent(false));
        writer.emitter.emit(new StreamEndEvent());
    }

    private void emit(JsonNode node) {
        if (node.isObject()) {
            emitObject(node);
        } else if (node.isArray()) {
            emitter.emit(new SequenceStartEvent(Optional.empty(), Optional.empty(), true, flow(node)));
            node.forEach(this::emit);
            emitter.emit(new SequenceEndEvent());
        } else if (node.isString()) {
            emitText(node.stringValue());
        } else if (node.isFloatingPointNumber()) {
            emitPlain(real(node.doubleValue()));
        } else {
            emitPlain(node.toString());
        }
    }

    private void emitObject(JsonNode object) {
        emitter.emit(new MappingStartEvent(Optional.empty(), Optional.empty(), true, flow(object)));
        List<Map.Entry<String, JsonNode>> fields = new ArrayList<>(object.properties());
        fields.sort(Map.Entry.comparingByKey(KEY_ORDER));
        for (Map.Entry<String, JsonNode> field : fields) {
            emitText(field.getKey());
            emit(field.getValue());
        }
        emitter.emit(new MappingEndEvent());
    }

    private static FlowStyle flow(JsonNode container) {
        return container.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK;
    }

    private static String real(double number) {
        boolean whole = number == Math.rint(number) && Math.abs(number) < 0x1p63;
        return whole ? Long.toString((long) number) : Reals.shortest(number);
    }

    private void emitPlain(String text) {
        emitter.emit(new ScalarEvent(Optional.empty(), Optional.empty(), IMPLICIT, text, ScalarStyle.PLAIN));
    }

    private void emitText(String text) {
        ScalarStyle style = ScalarStyle.PLAIN;
        if (hasUnprintable(text)) {
            style = ScalarStyle.DOUBLE_QUOTED;
        } else if (text.indexOf('\n') >= 0) {
            style = ScalarStyle.LITERAL;
        } else if (!readsAsText(text)) {
            style = ScalarStyle.DOUBLE_QUOTED;
        }
        emitter.emit(new ScalarEvent(Optional.empty(), Optional.empty(), IMPLICIT, text, style));
    }

    /// Whether there are characters that only escapes keep as they are: controls, and line breaks other than the
    /// usual.
    private static boolean hasUnprintable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean control = Character.isISOControl(c) && c != '\n' && c != '\t';
            if (control || c == '\u2028' || c == '\u2029' || c == '\ufeff') {
                return true;
            }
        }
        return false;
    }

    /// Whether it would be read back as a string without quotes, by this reader or by others.
    private static boolean readsAsText(String text) {
        return Scalars.plain(text).isString()
                && !text.equals("<<")
                && !LooksLike.timestamp(text)
                && !LooksLike.sexagesimal(text);
    }

    private record Output(Writer out) implements StreamDataWriter {
        @Override
        public void write(String text) {
            write(text, 0, text.length());
        }

        @Override
        public void write(String text, int offset, int length) {
            try {
                out.write(text, offset, length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void flush() {
            try {
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
