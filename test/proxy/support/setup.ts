import type { Ledger } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import {
  createProxy,
  type Logger,
  type Proxy,
  type ProxyOptions,
  type RewardsConfig,
} from '../../../src/proxy/index.ts';
import { checkReply, type Reply } from './check-reply.ts';
import { KEY } from './key.ts';
import { type Call, grant, type Script, scriptedTransport } from './transport.ts';

export const ORIGIN = 'https://example.org';
export const BASE = 'http://localhost';
/** 2026-03-10 12:00 UTC, a Tuesday. */
export const NOON = Date.UTC(2026, 2, 10, 12);

export const SHORT_IDS = '[A-Za-z0-9._:-]{1,64}';

export const CONFIG: RewardsConfig = {
  service: { baseUrl: 'https://service.example/api', apiKey: KEY },
  origins: [ORIGIN, 'http://localhost:5173'],
  limits: false,
  // Short ids and names tell members apart in a test that is about something else, and each way to write one is another.
  memberIds: { pattern: SHORT_IDS, canonical: (id) => id },
  actions: {
    daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' },
    meetup: {
      title: 'Summer meetup',
      description: 'In the park.',
      repeats: 'once',
      points: 50,
      role: { id: '9007199254740993', name: 'Attendee' },
      remark: 'Signed up & came',
      acceptTypedRole: true,
    },
  },
};

export interface LogLine {
  level: string;
  message: string;
  [detail: string]: unknown;
}

export interface Setup extends AsyncDisposable {
  proxy: Proxy;
  ledger: Ledger;
  calls: Call[];
  logs: LogLine[];
  clock: { now: number };
  /** Sends a request as the allowed site would. Headers given as null are left out. */
  ask: (path: string, options?: AskOptions) => Promise<Reply>;
  claim: (action: string, body: unknown, headers?: AskOptions['headers']) => Promise<Reply>;
}

export interface AskOptions {
  method?: string;
  headers?: Record<string, string | null>;
  body?: RequestInit['body'];
  /** The address that the connection comes from. */
  clientAddress?: string;
}

/** A proxy on a ledger in memory and a scripted service. Close it with `await using`. */
export function setUp({
  script = grant,
  config = {},
  ...options
}: { script?: Script; config?: Partial<RewardsConfig> } & Partial<
  Pick<ProxyOptions, 'ledger' | 'transport' | 'elapsed'>
> = {}): Setup {
  const { transport, calls } = scriptedTransport(script);
  const clock = { now: NOON };
  const logs: LogLine[] = [];
  const ledger = options.ledger ?? sqliteLedger(':memory:');
  const { service: only, ...others } = CONFIG;
  const proxy = createProxy({
    ...others,
    ...(only && !config.services && { service: only }),
    ...config,
    ledger,
    logger: memoryLogger(logs),
    transport: options.transport ?? transport,
    now: () => clock.now,
    ...(options.elapsed && { elapsed: options.elapsed }),
    env: {},
  });

  async function ask(path: string, given: AskOptions = {}): Promise<Reply> {
    const { method = 'GET', headers = {}, body = null, clientAddress } = given;
    const all = Object.entries({ origin: ORIGIN, ...headers });
    const sent = all.filter((entry): entry is [string, string] => entry[1] !== null);
    const init = { method, headers: sent, body, duplex: 'half' };
    const request = new Request(BASE + path, init);
    return checkReply(request, await proxy.fetch(request, { clientAddress }));
  }

  return {
    proxy,
    ledger,
    calls,
    logs,
    clock,
    ask,
    claim: (action, body, headers = {}) =>
      ask(`/rewards/actions/${action}/claims`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async [Symbol.asyncDispose]() {
      await proxy.close();
      await ledger.close();
      const leaked = logs.find((line) => JSON.stringify(line).includes(KEY));
      if (leaked) throw new Error(`the key is in a log line: ${leaked.message}`);
    },
  };
}

function memoryLogger(lines: LogLine[]): Logger {
  const at = (level: string) => (details: object, message: string) => void lines.push({ ...details, level, message });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
