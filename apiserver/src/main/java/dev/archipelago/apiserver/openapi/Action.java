package dev.archipelago.apiserver.openapi;

import java.util.List;

/// What an operation does: its HTTP method, the words that Kubernetes has for it, and the parameters it takes.
enum Action {
    READ("get", "get", "read"),
    LIST("get", "list", "list"),
    CREATE("post", "post", "create"),
    REPLACE("put", "put", "replace"),
    PATCH("patch", "patch", "patch"),
    DELETE("delete", "delete", "delete"),
    DELETE_COLLECTION("delete", "deletecollection", "delete"),
    CONNECT_GET("get", "connect", "connect"),
    CONNECT_POST("post", "connect", "connect"),
    CONNECT_PUT("put", "connect", "connect"),
    CONNECT_PATCH("patch", "connect", "connect"),
    CONNECT_DELETE("delete", "connect", "connect");

    private final String method;
    private final String word;
    private final String idVerb;

    Action(String method, String word, String idVerb) {
        this.method = method;
        this.word = word;
        this.idVerb = idVerb;
    }

    static Action connect(String verb) {
        return switch (verb) {
            case "get" -> CONNECT_GET;
            case "create" -> CONNECT_POST;
            case "update" -> CONNECT_PUT;
            case "patch" -> CONNECT_PATCH;
            case "delete" -> CONNECT_DELETE;
            default -> throw new IllegalArgumentException("no connection with the verb " + verb);
        };
    }

    String method() {
        return method;
    }

    String word() {
        return word;
    }

    String idVerb() {
        return idVerb;
    }

    List<Parameter> parameters() {
        return switch (this) {
            case LIST -> Parameter.LIST;
            case CREATE, REPLACE -> Parameter.WRITE;
            case PATCH -> Parameter.PATCH;
            case DELETE -> Parameter.DELETE;
            case DELETE_COLLECTION -> Parameter.DELETE_COLLECTION;
            case READ, CONNECT_GET, CONNECT_POST, CONNECT_PUT, CONNECT_PATCH, CONNECT_DELETE -> List.of();
        };
    }
}
