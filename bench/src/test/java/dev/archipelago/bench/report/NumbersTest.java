package dev.archipelago.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
    @Test
    void ratioIsOursOverPeer() {
        assertThat(Numbers.ratio(6, 4)).isEqualTo(1.5);
        assertThat(Numbers.ratio(1, 0)).isNaN();
        assertThat(Numbers.ratio(1, Double.NaN)).isNaN();
    }

    @Test
    void medianIsInTheMiddleOfWhatIsKnown() {
        assertThat(Numbers.median(9, 1, 5)).isEqualTo(5);
        assertThat(Numbers.median(8, 2)).isEqualTo(5);
        assertThat(Numbers.median(Double.NaN, 3)).isEqualTo(3);
        assertThat(Numbers.median()).isNaN();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1234567 | 1,234,567",
                "123.4 | 123",
                "99.94 | 99.9",
                "1.006 | 1.01",
                "0.1234 | 0.12",
                "0.000123 | 0.00012",
                "0 | 0",
                "NaN | -"
            })
    void textHasAboutThreeDigits(double value, String text) {
        assertThat(Numbers.text(value)).isEqualTo(text);
    }
}
