import { destination, type Logger, pino, stdTimeFunctions } from 'pino';

const SECRET = ['apiKey', 'api_key', 'x-api-key', 'authorization', 'cookie', 'set-cookie'];

/**
 * JSON lines on stdout, each with `level`, `time` (ISO 8601) and `msg`. The proxy hands no key to a logger; should a
 * field of such a name come this way all the same, its value is left out.
 */
export function createLogger(): Logger {
  return pino(
    {
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: SECRET.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
        censor: '[redacted]',
      },
    },
    destination({ dest: 1, sync: true }),
  );
}
