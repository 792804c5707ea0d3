import { destination, type Logger, pino, stdTimeFunctions } from 'pino';
import { visibleLines } from './visible.ts';

const SECRET = ['apiKey', 'api_key', 'x-api-key', 'authorization', 'cookie', 'set-cookie'];

/** Characters that wait for a disk with room. */
const MAX_KEPT = 65_536;

/**
 * JSON lines on stdout, each with `level`, `time` (ISO 8601) and `msg`. The proxy hands no key to a logger; should a
 * field of such a name come this way all the same, its value is left out. `base` stands in each line.
 */
export function createLogger(base: Record<string, number> | null = null): Logger {
  return pino(
    {
      base,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: SECRET.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
        censor: '[redacted]',
      },
    },
    lines(),
  );
}

/** Stdout, line by line. A log that nobody reads, or a full disk, keeps no claim from being made: the lines are lost. */
function lines(): { write(line: string): void } {
  const out = destination({ dest: 1, sync: true, maxLength: MAX_KEPT });
  out.on('error', () => {});
  return { write: (line) => void out.write(visibleLines(line)) };
}
