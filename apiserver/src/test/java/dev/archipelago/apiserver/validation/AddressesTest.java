package dev.archipelago.apiserver.validation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {
    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "10.9.8.7", "255.255.255.255"})
    void ipv4(String text) {
        assertThat(Addresses.isIpv4(text)).isTrue();
        assertThat(Addresses.isIpv6(text)).isFalse();
        assertThat(Addresses.isCidr(text + "/8")).isTrue();
        assertThat(Addresses.isCidr(text + "/33")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"::", "::1", "fd00::1", "2001:db8::ffff", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1::"})
    void ipv6(String text) {
        assertThat(Addresses.isIpv6(text)).isTrue();
        assertThat(Addresses.isIpv4(text)).isFalse();
        assertThat(Addresses.isCidr(text + "/64")).isTrue();
        assertThat(Addresses.isCidr(text + "/129")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "1",
                "1.2.3",
                "1.2.3.4.5",
                "1.2.3.256",
                "01.2.3.4",
                "1.2.3.4/",
                "1..2.3",
                "a.b.c.d",
                ":",
                ":::",
                "1:2",
                "1::2::3",
                "12345::",
                "g::",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7::8",
                "::1.2.3",
                "10.0.0.0/08"
            })
    void neither(String text) {
        assertThat(Addresses.isIpv4(text)).isFalse();
        assertThat(Addresses.isIpv6(text)).isFalse();
        assertThat(Addresses.isCidr(text)).isFalse();
    }
}
