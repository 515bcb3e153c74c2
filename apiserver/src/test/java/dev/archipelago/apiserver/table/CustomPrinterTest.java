package dev.archipelago.apiserver.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.errors.ApiException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CustomPrinterTest {
    private static final String OBJECT = """
            {spec:{s:'text',i:3,f:2.5,million:1000000.0,odd:123456.5,big:1e30,inside:[1000000.0,1e-5],small:0.00001,b:true,n:null,list:[1,'a<b'],map:{z:1,a:{c:[],b:{}}},
             when:'2026-01-09T22:00:00Z',offset:'2026-01-09T23:00:00+01:00',bad:'yesterday',empty:''},
             status:{conditions:[{type:'Ready',status:'True'},{type:'Synced',status:'False'}]}}
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "string  | .spec.s       | text",
                "string  | .spec.i       | 3",
                "string  | .spec.f       | 2.5",
                "string  | .spec.million | 1e+06",
                "string  | .spec.odd     | 123456.5",
                "string  | .spec.inside  | [1000000,0.00001]",
                "string  | .spec.big     | 1e+30",
                "string  | .spec.small   | 1e-05",
                "string  | .spec.b       | true",
                "string  | .spec.n       | <no value>",
                "string  | .spec.list    | [1,\"a\\u003cb\"]",
                "string  | .spec.map     | {\"a\":{\"b\":{},\"c\":[]},\"z\":1}",
                "string  | .spec.empty   | ``",
                "string  | .spec.missing | #null",
                "string  | .status.conditions[?(@.type==\"Ready\")].status | True",
                "string  | .status.conditions[?(@.type==\"Lost\")].status  | #null",
                "string  | .status.conditions[*].type | Ready",
                "integer | .spec.i       | #3",
                "integer | .spec.f       | #2",
                "integer | .spec.s       | #null",
                "integer | .spec.n       | #null",
                "number  | .spec.f       | #2.5",
                "number  | .spec.i       | #3",
                "number  | .spec.b       | #null",
                "boolean | .spec.b       | #true",
                "boolean | .spec.s       | #null",
                "date    | .spec.when    | 120m",
                "date    | .spec.offset  | 120m",
                "date    | .spec.bad     | <invalid>",
                "date    | .spec.empty   | <unknown>",
                "date    | .spec.i       | #null",
                "date    | .metadata.creationTimestamp | 5m",
                "odd     | .spec.s       | #null",
            })
    void showsValuesByType(String type, String path, String expected) {
        Table table = Table.ofCustom(
                Rows.tree("[{name:'C',type:'%s',jsonPath:'%s',priority:1}]".formatted(type, path.replace("'", "\\'"))));
        assertThat(Rows.cells(table, Rows.object(OBJECT))).isEqualTo("x | " + expected);
    }

    @Test
    void describesColumns() {
        Table table = Table.ofCustom(
                Rows.tree(
                        "[{name:'A',type:'integer',format:'int32',description:'d',jsonPath:'.a',priority:1},{name:'B',type:'string',jsonPath:'.b'}]"));
        assertThat(table.columns())
                .containsExactly(
                        Column.NAME,
                        new Column("A", "integer", "int32", "d", 1),
                        new Column("B", "string", "", "Value at .b", 0));
    }

    @Test
    void withoutColumnsShowsTheAge() {
        assertThat(Rows.cells(Table.ofCustom(Rows.tree("[]")), Rows.object("{}")))
                .isEqualTo("x | 5m");
        assertThat(Rows.cells(Table.ofCustom(Rows.tree("null")), Rows.object("{}")))
                .isEqualTo("x | 5m");
    }

    @Test
    void refusesPathsThatAreNone() {
        assertThatThrownBy(() -> Table.ofCustom(Rows.tree("[{name:'A',type:'string',jsonPath:'.a['}]")))
                .isInstanceOf(ApiException.class)
                .hasMessage("invalid JSONPath \".a[\": unterminated array");
    }
}
