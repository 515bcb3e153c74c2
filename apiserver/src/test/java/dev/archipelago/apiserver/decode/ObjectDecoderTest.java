package dev.archipelago.apiserver.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.patch.MergePatch;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ListType;
import dev.archipelago.model.schema.Schema.ScalarType;
import dev.archipelago.model.schema.Struct;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ObjectDecoderTest {
    private static final ObjectDecoder DECODER = new ObjectDecoder("v1", "Deployment", schema());

    private static Struct schema() {
        Struct environment = struct("core.v1.EnvVar", "name", text(), "value", text());
        Struct container = struct(
                "core.v1.Container",
                "name",
                text(),
                "env",
                list(environment),
                "args",
                list(text()),
                "limits",
                new Schema.MapOf(scalar(ScalarType.QUANTITY), false));
        Struct spec = struct(
                "apps.v1.DeploymentSpec",
                "replicas",
                scalar(ScalarType.INT32),
                "paused",
                scalar(ScalarType.BOOLEAN),
                "surge",
                scalar(ScalarType.INT_OR_STRING),
                "bytes",
                scalar(ScalarType.BYTES),
                "big",
                scalar(ScalarType.INT64),
                "ratio",
                scalar(ScalarType.DOUBLE),
                "size",
                scalar(ScalarType.QUANTITY),
                "time",
                scalar(ScalarType.TIME),
                "microTime",
                scalar(ScalarType.MICRO_TIME),
                "containers",
                list(container),
                "anything",
                new Schema.Any());
        Struct metadata = struct("meta.v1.ObjectMeta", "name", text(), "labels", new Schema.MapOf(text(), false));
        return struct("apps.v1.Deployment", "apiVersion", text(), "kind", text(), "metadata", metadata, "spec", spec);
    }

    private static Struct struct(String name, Object... namesAndSchemas) {
        Struct struct = new Struct(name, false, false);
        for (int i = 0; i < namesAndSchemas.length; i += 2) {
            struct.add(new Field((String) namesAndSchemas[i], (Schema) namesAndSchemas[i + 1], false, Set.of(), null));
        }
        return struct;
    }

    private static Schema scalar(ScalarType type) {
        return new Schema.Scalar(type);
    }

    private static Schema text() {
        return scalar(ScalarType.STRING);
    }

    private static Schema list(Schema element) {
        return new Schema.ListOf(element, ListType.ATOMIC, List.of());
    }

    private static String decode(String json) {
        return DECODER.decode(bytes(json), FieldValidation.STRICT).object().toString();
    }

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private static String refusal(byte[] body) {
        ApiException e = catchThrowableOfType(ApiException.class, () -> DECODER.decode(body, FieldValidation.STRICT));
        assertThat(e.reason()).isEqualTo(Reason.BAD_REQUEST);
        return e.getMessage();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {'spec':{'replicas':3,'paused':true}}              | {'spec':{'replicas':3,'paused':true}}
        {'spec':{'surge':'25%','big':12345678901}}         | {'spec':{'surge':'25%','big':12345678901}}
        {'spec':{'size':'1000m'}}                          | {'spec':{'size':'1'}}
        {'spec':{'size':0.5}}                              | {'spec':{'size':'500m'}}
        {'spec':{'size':2}}                                | {'spec':{'size':'2'}}
        {'spec':{'containers':[{'limits':{'cpu':'0.0001','memory':'1024Mi'}}]}} | {'spec':{'containers':[{'limits':{'cpu':'1m','memory':'1Gi'}}]}}
        {'spec':{'replicas':null},'metadata':null}         | {'spec':{}}
        {'spec':{'containers':[null,{'args':[null,'a']}]}} | {'spec':{'containers':[{},{'args':['','a']}]}}
        {'metadata':{'labels':{'a':null,'b':''}}}          | {'metadata':{'labels':{'a':'','b':''}}}
        {'spec':{'anything':{'x':[null,1.5,'y']}}}         | {'spec':{'anything':{'x':[null,1.5,'y']}}}
        {'spec':{'time':'2026-01-02T03:04:05Z'}}           | {'spec':{'time':'2026-01-02T03:04:05Z'}}
        {'spec':{'time':'2026-01-02T03:04:05.999+01:00'}}  | {'spec':{'time':'2026-01-02T02:04:05Z'}}
        {'spec':{'microTime':'2026-01-02T03:04:05.1Z'}}    | {'spec':{'microTime':'2026-01-02T03:04:05.100000Z'}}
        {'spec':{'bytes':'aGVsbG8='}}                      | {'spec':{'bytes':'aGVsbG8='}}
        {'spec':{'ratio':1}}                               | {'spec':{'ratio':1}}
        """)
    void givesValuesTheFormInWhichTheyAreStored(String given, String stored) {
        assertThat(decode(given)).isEqualTo(stored.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {'spec':{'replicas':'3'}}             | json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32
        {'spec':{'replicas':3000000000}}      | json: cannot unmarshal number 3000000000 into Go struct field DeploymentSpec.spec.replicas of type int32
        {'spec':{'replicas':1.5}}             | json: cannot unmarshal number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32
        {'spec':{'big':99999999999999999999}} | json: cannot unmarshal number 99999999999999999999 into Go struct field DeploymentSpec.spec.big of type int64
        {'spec':{'paused':1}}                 | json: cannot unmarshal number into Go struct field DeploymentSpec.spec.paused of type bool
        {'spec':{'surge':true}}               | json: cannot unmarshal bool into Go struct field DeploymentSpec.spec.surge of type int32
        {'spec':[]}                           | json: cannot unmarshal array into Go struct field Deployment.spec of type v1.DeploymentSpec
        {'spec':{'containers':{}}}            | json: cannot unmarshal object into Go struct field DeploymentSpec.spec.containers of type []v1.Container
        {'spec':{'containers':[{'env':[{'value':5}]}]}} | json: cannot unmarshal number into Go struct field EnvVar.spec.containers.env.value of type string
        {'metadata':{'labels':{'a':true}}}    | json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels of type string
        {'metadata':{'labels':'a'}}           | json: cannot unmarshal string into Go struct field ObjectMeta.metadata.labels of type map[string]string
        {'spec':{'bytes':'a%=='}}             | spec.bytes: illegal base64 data at input byte 1
        {'spec':{'bytes':'abc'}}              | spec.bytes: illegal base64 data at input byte 3
        {'spec':{'time':'yesterday'}}         | spec.time: parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse it
        {'spec':{'containers':[{},{'limits':{'cpu':'1 core'}}]}} | spec.containers[1].limits.cpu: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'
        {'spec':{'foo':1,'replicas':2,'replicas':3}} | strict decoding error: unknown field "spec.foo", duplicate field "spec.replicas"
        {'spec':{'containers':[{'env':[{'nam':'x'}]}]},'x':{'y':1,'y':2}} | strict decoding error: unknown field "spec.containers[0].env[0].nam", unknown field "x"
        """)
    void refusesWhatDoesNotFitAndNamesTheField(String given, String message) {
        assertThat(refusal(bytes(given)))
                .isEqualTo("Deployment in version \"v1\" cannot be handled as a Deployment: " + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {'metadata':{'labels':'a'}}     | map[metadata:map[labels:a]]     | cannot restore map from string
        {'metadata':{'labels':[null]}}  | map[metadata:map[labels:[<nil>]]] | cannot restore map from slice
        {'spec':{'containers':{}}}      | map[spec:map[containers:map[]]] | cannot restore slice from map
        {'spec':5}                      | map[spec:5]                     | cannot restore struct from: int64
        {'spec':{'replicas':'3'}}       | map[spec:map[replicas:3]]       | cannot convert string to int32
        {'spec':{'paused':1.5,'big':1}} | map[spec:map[big:1 paused:1.5]] | cannot convert float64 to bool
        """)
    void holdsAgainstAPatchWhatDoesNotFit(String patch, String shown, String why) {
        ObjectNode tree = DECODER.parse(bytes(patch)).root();

        ApiException e = catchThrowableOfType(
                ApiException.class,
                () -> DECODER.conformPatched(tree, Json.object(), tree.deepCopy(), FieldValidation.STRICT));

        assertThat(e.reason()).isEqualTo(Reason.INVALID);
        assertThat(e.getMessage())
                .isEqualTo(" \"\" is invalid: patch: Invalid value: \"%s\": %s".formatted(shown, why));
    }

    @Test
    void unknownFieldsOfAPatchAreABadRequest() {
        ObjectNode tree = DECODER.parse(bytes("{'foo':1}")).root();

        ApiException e = catchThrowableOfType(
                ApiException.class,
                () -> DECODER.conformPatched(tree, Json.object(), tree.deepCopy(), FieldValidation.STRICT));

        assertThat(e.reason()).isEqualTo(Reason.BAD_REQUEST);
        assertThat(e.getMessage()).isEqualTo("strict decoding error: unknown field \"foo\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        ``                | unexpected end of JSON input (<empty>)
        {'spec':          | ({"spec":)
        []                | a JSON object is expected (5b5d)
        {} {}             | invalid character after top-level value ({} {})
        {'a':1e999}       | number 1e999 is out of range ({"a":1e999})
        {a:1}             | ({a:1})
        nonsense that is longer than thirty bytes | ...)
        """)
    void refusesWhatIsNotOneJsonObject(String given, String ending) {
        assertThat(refusal(bytes(given)))
                .startsWith("the object provided is unrecognized (must be of type Deployment): "
                        + "couldn't get version/kind; json parse error: ")
                .endsWith(ending);
    }

    @Test
    void refusesDeepNestingAndBrokenText() {
        assertThat(refusal(bytes("{'spec':" + "[".repeat(100_000)))).contains("nesting depth");
        assertThat(refusal(new byte[] {'{', '"', (byte) 0xff, (byte) 0xfe, '"', ':', '1', '}'}))
                .contains("UTF-8");
    }

    @Test
    void warnsAboutEachFieldOrStaysSilent() {
        byte[] body = bytes("{'spec':{'foo':1,'replicas':2,'replicas':3,'bar':{'x':1}}}");

        Decoded warned = DECODER.decode(body, FieldValidation.WARN);
        assertThat(warned.warnings())
                .containsExactly(
                        "unknown field \"spec.foo\"",
                        "unknown field \"spec.bar\"",
                        "duplicate field \"spec.replicas\"");
        assertThat(warned.object()).hasToString("{\"spec\":{\"replicas\":3}}");

        assertThat(DECODER.decode(body, FieldValidation.IGNORE).warnings()).isEmpty();
    }

    @Test
    void makesAnExistingTreeFit() {
        Decoded decoded = DECODER.conform(
                DECODER.parse(bytes("{'spec':{'size':'2000m','x':1,'replicas':null}}"))
                        .root(),
                FieldValidation.WARN);

        assertThat(decoded.object()).hasToString("{\"spec\":{\"size\":\"2\"}}");
        assertThat(decoded.warnings()).containsExactly("unknown field \"spec.x\"");
    }

    @Test
    void passesOverWhatAPatchLeftAlone() {
        ObjectNode before = DECODER.parse(bytes("{'spec':{'size':'2000m'}}")).root();
        ObjectNode untouched = Json.object().set("spec", before.get("spec"));
        ObjectNode beside = DECODER.parse(bytes("{'spec':{'size':'2000m'}}")).root();

        assertThat(DECODER.conformPatched(untouched, before, FieldValidation.STRICT)
                        .object())
                .hasToString("{\"spec\":{\"size\":\"2000m\"}}");
        assertThat(DECODER.conformPatched(beside, before, FieldValidation.STRICT)
                        .object())
                .hasToString("{\"spec\":{\"size\":\"2\"}}");
    }

    @Test
    void looksAtWhatAPatchAddedBesideWhatItLeftAlone() {
        ObjectNode before = DECODER.parse(bytes("{'spec':{'replicas':1}}")).root();
        ObjectNode patched = MergePatch.apply(
                before, DECODER.parse(bytes("{'spec':{'size':'2000m','x':1}}")).root());

        Decoded decoded = DECODER.conformPatched(patched, before, FieldValidation.WARN);

        assertThat(decoded.object()).hasToString("{\"spec\":{\"replicas\":1,\"size\":\"2\"}}");
        assertThat(decoded.warnings()).containsExactly("unknown field \"spec.x\"");
    }

    @ParameterizedTest
    @CsvSource({
        "2024-02-29T23:59:59Z, 2024-02-29T23:59:59Z",
        "2026-12-31T00:00:00Z, 2026-12-31T00:00:00Z",
        "2026-01-28T10:00:00+00:00, 2026-01-28T10:00:00Z",
    })
    void knowsTimes(String given, String kept) {
        assertThat(DECODER.decode(bytes("{'spec':{'time':'" + given + "'}}"), FieldValidation.STRICT)
                        .object()
                        .at("/spec/time")
                        .stringValue())
                .isEqualTo(kept);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-02-29T00:00:00Z",
                "2026-13-01T00:00:00Z",
                "2026-00-01T00:00:00Z",
                "2026-01-00T00:00:00Z",
                "2026-01-01T24:00:01Z",
                "2026-01-01T00:60:00Z",
                "2026-01-01T00:00:61Z",
                "2026-01-01T0a:00:00Z",
                "2026/01-01T00:00:00Z",
                "2026-01-01 00:00:00Z",
                "2026-01-01T00:00:00X",
                "+026-01-01T00:00:00Z"
            })
    void knowsWhatIsNoTime(String text) {
        assertThat(refusal(bytes("{'spec':{'time':'" + text + "'}}"))).contains("parsing time");
    }

    @Test
    void keepsUnknownFieldsWhereTheTypeSaysSo() {
        Struct open = new Struct("", false, true);
        open.add(new Field("known", scalar(ScalarType.INT32), false, Set.of(), null));

        Decoded decoded = new ObjectDecoder("v1", "Widget", open)
                .decode(bytes("{'known':1,'other':{'a':null}}"), FieldValidation.STRICT);

        assertThat(decoded.object()).hasToString("{\"known\":1,\"other\":{\"a\":null}}");
    }
}
