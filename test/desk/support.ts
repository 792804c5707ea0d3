import type { BuiltFiles } from '../../src/common/built-page.ts';
import { createDesk, type DeskUser } from '../../src/desk/index.ts';
import { LinkSignIn } from '../../src/desk/link-sign-in.ts';
import { createSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';
import type { ClaimRecord, Grant, Ledger } from '../../src/ledger/index.ts';
import { NOON, POINTS, request } from '../../src/ledger/conformance/requests.ts';
import { createProxy } from '../../src/proxy/index.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export const HOST = 'http://127.0.0.1:9465';
export const PAGE: BuiltFiles = new Map([['index.html', '<!doctype html><title>Desk</title>']]);

/** A ledger in a file that goes with the test. */
export function ledgerFor(t: TestContext): Ledger {
  const folder = mkdtempSync(join(tmpdir(), 'rewards-desk-'));
  const path = join(folder, 'rewards.db');
  createSqliteLedger(path);
  const ledger = sqliteLedger(path, { clockToleranceMs: Number.MAX_SAFE_INTEGER });
  t.after(async () => {
    await ledger.close();
    rmSync(folder, { recursive: true });
  });
  return ledger;
}

/** A proxy that calls nobody, on the ledger. */
export function proxyOn(t: TestContext, ledger: Ledger) {
  const proxy = createProxy({
    service: { baseUrl: 'https://service.example/', apiKey: 'canary-key' },
    origins: ['https://example.org'],
    timeZone: 'Europe/London',
    actions: {
      daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in', budget: 1000 },
      meetup: { title: { en: 'Meetup', de: 'Treffen' }, repeats: 'once', points: 50, remark: 'Meetup', capacity: 20 },
    },
    ledger,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  t.after(() => proxy.close());
  return proxy;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** What the desk's own page asks, as a browser sends it. */
export function asPage(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Request {
  return new Request(`${HOST}${path}`, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(method !== 'GET' && { origin: HOST }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** A desk behind a login that lets everybody in, or whom it is told of. */
export function deskOn(
  t: TestContext,
  ledger: Ledger,
  authorize: (asked: Request) => DeskUser | null = () => ({ name: 'Wren' }),
) {
  const desk = createDesk({ proxy: proxyOn(t, ledger), authorize, files: PAGE, now: () => NOON });
  const ask = async (path: string, asked?: Asked) => {
    const response = await desk.fetch(asPage(path, asked));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  };
  return { desk, ask };
}

/** A desk as `rewards serve --desk` has it, with the links that it printed. */
export function linkDesk(t: TestContext, ledger: Ledger, now?: () => number) {
  const links: string[] = [];
  const signIn = new LinkSignIn({ show: (token) => links.push(token), ...(now && { now }) });
  const desk = createDesk({
    proxy: proxyOn(t, ledger),
    authorize: (asked) => signIn.authorize(asked),
    signIn,
    files: PAGE,
    ...(now && { now }),
  });
  return { desk, signIn, links };
}

/** A claim whose outcome is unknown. */
export async function lost(
  ledger: Ledger,
  memberId: string,
  now: number,
  { action = 'daily', grant = POINTS }: { action?: string; grant?: Grant } = {},
): Promise<ClaimRecord> {
  const reservation = await ledger.reserve(request({ memberId, now, action, grants: [grant] }));
  if (reservation.kind !== 'reserved') throw new Error(reservation.kind);
  const evidence = { failure: 'the reply ended early', status: 200 };
  return ledger.settle(reservation.claim.id, 0, { state: 'unknown', evidence }, now + 5);
}
