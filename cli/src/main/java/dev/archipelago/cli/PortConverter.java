package dev.archipelago.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Parses a port number and refuses invalid ones: a socket would refuse it only halfway through a start.
final class PortConverter implements ITypeConverter<Integer> {
    static final int PORT_MAX = 65_535;

    @Override
    public Integer convert(String text) {
        try {
            int port = Integer.parseInt(text);
            if (port >= 0 && port <= PORT_MAX) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Reported below, like a number out of range.
        }
        throw new TypeConversionException("'" + text + "' is not a port: use 0 to " + PORT_MAX);
    }
}
