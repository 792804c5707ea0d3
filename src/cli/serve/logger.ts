import type { Logger } from '../../proxy/index.ts';
import type { LogLines } from './log-lines.ts';
import { visible } from '../output/visible.ts';

const SECRET: ReadonlySet<string> = new Set([
  'apiKey',
  'api_key',
  'x-api-key',
  'authorization',
  'cookie',
  'set-cookie',
]);
/** To look for in a line: far less work than to look at each name before it is written. */
const NAMES_SECRET = new RegExp(`"(?:${[...SECRET].join('|')})":`);

/**
 * JSON lines, each with `level`, `time` (ISO 8601) and `msg`. The proxy hands no key to a logger; should a
 * field of such a name come this way all the same, its value is left out. `base` stands in each line.
 */
export function createLogger(lines: LogLines, base: Record<string, number> = {}): Logger {
  const writeAs = (level: string) => (details: object, msg: string) => {
    const entry = { level, time: new Date().toISOString(), ...base, ...details, msg };
    const line = JSON.stringify(entry);
    lines.write(visible(NAMES_SECRET.test(line) ? JSON.stringify(entry, withoutSecret) : line));
  };
  return { debug: () => {}, info: writeAs('info'), warn: writeAs('warn'), error: writeAs('error') };
}

function withoutSecret(name: string, value: unknown): unknown {
  return SECRET.has(name) ? '[redacted]' : value;
}
