package dev.archipelago.federation.render.overrides;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageReferenceTest {
    private static final String SHA256 = "sha256:" + "0123456789abcdef".repeat(4);

    @ParameterizedTest
    @CsvSource({
        "pause, '', pause, '', ''",
        "nginx:1.25, '', nginx, 1.25, ''",
        "shop/web, '', shop/web, '', ''",
        "shop/web:v1.0.0, '', shop/web, v1.0.0, ''",
        "localhost/web, localhost, web, '', ''",
        "localhost:5000/web, localhost:5000, web, '', ''",
        "images.example.com/web:1, images.example.com, web, 1, ''",
        "images.example.com:5000/a/b/web:1, images.example.com:5000, a/b/web, 1, ''",
        "10.10.10.10:10443/a/web, 10.10.10.10:10443, a/web, '', ''",
        "'[2001:db8::1]:5000/web:1', '[2001:db8::1]:5000', web, 1, ''",
        "Registry/web, Registry, web, '', ''",
        "images/web:Latest_1-x.y, '', images/web, Latest_1-x.y, ''",
        "a__b/c-d--e.f_g, '', a__b/c-d--e.f_g, '', ''",
        "web@SHA, '', web, '', SHA",
        "web:1@SHA, '', web, 1, SHA",
        "images.example.com:5000/web:1@SHA, images.example.com:5000, web, 1, SHA",
        "web@other+x:0123456789abcdef0123456789abcdef, '', web, '', other+x:0123456789abcdef0123456789abcdef",
    })
    void knowsItsParts(String text, String registry, String repository, String tag, String digest) {
        String whole = text.replace("SHA", SHA256);
        assertThat(ImageReference.parse(whole))
                .contains(new ImageReference(registry, repository, tag, digest.replace("SHA", SHA256)));
        assertThat(ImageReference.parse(whole)).map(ImageReference::toString).contains(whole);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " nginx",
                "nginx:",
                ":1",
                "nginx:1:2",
                "nginx:-1",
                "Nginx",
                "shop/Web",
                "shop//web",
                "/web",
                "web/",
                "a_.b",
                "a___b",
                "-web",
                "images.example.com:port/web",
                "images..example.com/web",
                "images.example.com/",
                "https://images.example.com/web",
                "web@",
                "web@sha256:0123",
                "web@sha256:0123456789abcdef0123456789abcdef",
                "web@0123456789abcdef0123456789abcdef",
            })
    void refusesWhatIsNoImage(String text) {
        assertThat(ImageReference.parse(text)).isEmpty();
    }

    @Test
    void hasLimits() {
        assertThat(ImageReference.parse("a".repeat(255))).isPresent();
        assertThat(ImageReference.parse("a".repeat(256))).isEmpty();
        assertThat(ImageReference.parse("a:" + "b".repeat(128))).isPresent();
        assertThat(ImageReference.parse("a:" + "b".repeat(129))).isEmpty();
        assertThat(ImageReference.parse("a/".repeat(1_000_000))).isEmpty();
    }
}
