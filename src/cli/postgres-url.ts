import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { messageOf } from '../common/message-of.ts';
import type { PostgresOptions } from '../ledger/postgres.ts';
import { UsageError } from './command.ts';

const SECOND_MS = 1_000;

/** What a URL says of waiting, as libpq and the server call it, and its unit in milliseconds. */
const LIMITS = [
  ['connect_timeout', 'connectTimeoutMs', SECOND_MS],
  ['statement_timeout', 'statementTimeoutMs', 1],
  ['lock_timeout', 'lockTimeoutMs', 1],
  ['idle_in_transaction_session_timeout', 'idleInTransactionTimeoutMs', 1],
] as const;

/** Parameters that name a file. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;
/** The authorities that Node.js knows, in the place of a file of them. */
const SYSTEM = 'system';
/** What `pg` takes for `verify-full`, with a warning for each process. */
const TAKEN_FOR_FULL = new Set(['prefer', 'require', 'verify-ca']);
const UNVERIFIED = new Set(['disable', 'no-verify']);
const MODES = [...UNVERIFIED, ...TAKEN_FOR_FULL, 'verify-full'];
/** A user and no host, as where a socket is named by the parameter `host`: `pg` reads that, and `URL` does not. */
const NO_HOST = /^([^/?#]*:\/\/[^/?#]*@)(?=\/)/;
/** A comma among the hosts of a URL; a password before them may have one. */
const SEVERAL_HOSTS = /^[^/?#]*:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)/;

/** What a PostgreSQL URL says. */
export interface PostgresUrl {
  /** Where that is, without a password. */
  name: string;
  /** For `pg`: without the limits, which the ledger sets itself. `pg` would ask the server for them, and poolers refuse that. */
  connectionString: string;
  limits: PostgresOptions;
}

/** Throws `UsageError`, also where a file that the URL names cannot be used. */
export function readPostgresUrl(text: string): PostgresUrl {
  if (SEVERAL_HOSTS.test(text)) {
    throw new UsageError(
      '--db names several hosts, and one is taken: write that of the primary, or an address that leads to whichever is the primary',
    );
  }
  const url = URL.parse(text.replace(NO_HOST, '$1localhost'));
  if (!url) throw new UsageError('--db is no URL that can be read: write postgres://user:password@host/database');
  const limits = limitsIn(url);
  const tls = tlsIn(url);
  const dropped = [...LIMITS.map(([parameter]) => parameter), ...tls.dropped];
  return {
    name: `postgres://${NO_HOST.test(text) ? '' : url.host}${url.pathname}`,
    connectionString: withParameters(text, [...without(url, dropped), ...tls.added]),
    limits,
  };
}

function limitsIn({ searchParams }: URL): PostgresOptions {
  const limits: PostgresOptions = {};
  for (const [parameter, name, unit] of LIMITS) {
    const given = searchParams.get(parameter);
    if (given === null) continue;
    if (!/^[1-9]\d{0,5}$/.test(given)) {
      const what = unit === SECOND_MS ? 'seconds' : 'milliseconds';
      throw new UsageError(
        `--db: ${parameter} in the URL must be a whole number of ${what} from 1 to 999999, not ${given}`,
      );
    }
    limits[name] = Number(given) * unit;
  }
  return limits;
}

/** What `pg` is told otherwise of TLS than the URL has it, to the same effect. Throws `UsageError`. */
function tlsIn({ searchParams }: URL): { dropped: string[]; added: string[] } {
  const mode = searchParams.get('sslmode') ?? '';
  if (mode !== '' && !MODES.includes(mode))
    throw new UsageError(`--db: sslmode in the URL must be one of ${MODES.join(', ')}, not ${mode}`);
  const isSystem = searchParams.get('sslrootcert') === SYSTEM;
  const isLikeFull = TAKEN_FOR_FULL.has(mode) && searchParams.get('uselibpqcompat') !== 'true';
  const isFull = isSystem ? !UNVERIFIED.has(mode) : isLikeFull;
  for (const parameter of isSystem ? FILES.filter((file) => file !== 'sslrootcert') : FILES) {
    const path = searchParams.get(parameter);
    if (path) checkFile(parameter, path);
  }
  return {
    dropped: [...(isSystem ? ['sslrootcert'] : []), ...(isFull ? ['sslmode'] : [])],
    added: isFull ? ['sslmode=verify-full'] : [],
  };
}

/** Throws `UsageError` where the file cannot be read, or has no certificate where it should: `pg` would trust nobody by it, without a word. */
function checkFile(parameter: string, path: string): void {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--db: ${parameter} in the URL must name a file that can be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
  if (parameter === 'sslkey' || isCertificate(text)) return;
  throw new UsageError(`--db: ${parameter} in the URL must name a file of certificates (PEM), and ${path} is none`);
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}

/** The parameters but for those, as they are written. */
function without({ search }: URL, dropped: readonly string[]): string[] {
  const isDropped = (written: string) =>
    [...new URLSearchParams(written).keys()].some((parameter) => dropped.includes(parameter));
  return search
    .slice(1)
    .split('&')
    .filter((written) => written !== '' && !isDropped(written));
}

/** The address with these parameters in the place of its own. */
function withParameters(text: string, parameters: readonly string[]): string {
  const [address = text] = text.split('?', 1);
  return parameters.length === 0 ? address : `${address}?${parameters.join('&')}`;
}
