package dev.archipelago.apiserver.validation;

/// How a pod resolves names.
final class DnsRules {
    private static final int NAMESERVERS_MAX = 3;
    private static final int SEARCHES_MAX = 32;
    private static final int SEARCH_CHARACTERS_MAX = 2048;

    private DnsRules() {}

    static void config(Cursor config, String policy) {
        Cursor nameservers = config.field("nameservers");
        if (policy.equals("None")) {
            if (!config.present()) {
                config.required("must provide `dnsConfig` when `dnsPolicy` is None");
                return;
            }
            if (nameservers.isEmpty()) {
                nameservers.required("must provide at least one DNS nameserver when `dnsPolicy` is None");
                return;
            }
        }
        if (!config.present()) {
            return;
        }
        if (nameservers.size() > NAMESERVERS_MAX) {
            nameservers.invalid("must not have more than " + NAMESERVERS_MAX + " nameservers");
        }
        for (int i = 0; i < nameservers.size(); i++) {
            Addresses.ip(nameservers.element(i));
        }
        searches(config.field("searches"));
        Cursor options = config.field("options");
        for (int i = 0; i < options.size(); i++) {
            if (options.element(i).text("name").isEmpty()) {
                options.element(i).required("must not be empty");
            }
        }
    }

    private static void searches(Cursor searches) {
        if (searches.size() > SEARCHES_MAX) {
            searches.invalid("must not have more than " + SEARCHES_MAX + " search paths");
        }
        int characters = Math.max(0, searches.size() - 1);
        for (int i = 0; i < searches.size(); i++) {
            Cursor search = searches.element(i);
            String text = search.text();
            characters += text.length();
            if (!text.equals(".")) {
                String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
                // Names of services in the DNS may begin with an underscore, unlike hosts.
                if (!Formats.dnsSubdomain(name.replace("_", "a")).isEmpty()) {
                    Formats.DNS_SUBDOMAIN.check(search, name);
                }
            }
        }
        if (characters > SEARCH_CHARACTERS_MAX) {
            searches.invalid("must not have more than " + SEARCH_CHARACTERS_MAX
                    + " characters (including spaces) in the search list");
        }
    }

    static void hostAliases(Cursor aliases) {
        for (int i = 0; i < aliases.size(); i++) {
            Cursor alias = aliases.element(i);
            Addresses.ip(alias.field("ip"));
            Cursor names = alias.field("hostnames");
            for (int j = 0; j < names.size(); j++) {
                Formats.DNS_SUBDOMAIN.check(names.element(j));
            }
        }
    }
}
