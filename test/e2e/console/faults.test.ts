import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { listen, type Listening } from '../../../src/cli/serve/listen.ts';
import { FAULT_PRESETS } from '../../../src/emulator/console/fault-presets.ts';
import { createEmulator, type Emulator, HARBOUR_LIGHTS, newApiKey } from '../../../src/emulator/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { toNodeListener } from '../../../src/proxy/adapters/node.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { undiciTransport } from '../../../src/service/undici.ts';
import { newPage } from '../../support/browsers/new-page.ts';
import { allOr } from '../../support/thorough.ts';
import { ANYWHERE, builtConsole } from '../support/anywhere.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

const NOOR = '739204618530271847';
const SITE = 'https://site.example';
const POINTS = 10;

/** What a visitor's claim comes to under each switch: 201 granted, 202 unknown and so pending, else the problem's status. */
const OUTCOMES: Record<string, number> = {
  Slow: 201,
  Throttled: 503,
  Refused: 422,
  'Refused in few words': 422,
  'Key refused': 422,
};
const PENDING = 202;
const FEW = ['Throttled', 'Refused', 'Contradiction', 'Connection lost before', 'Out of order, afterwards', 'Silence'];

describe("every fault switch of the emulator's console", () => {
  const apiKey = newApiKey();
  let emulator: Emulator;
  let server: Listening;
  let page: Page;

  before(async () => {
    emulator = createEmulator({ servers: [{ ...HARBOUR_LIGHTS, apiKey }], console: await builtConsole() });
    server = await listen(toNodeListener(emulator), ANYWHERE);
    page = await newPage(await sharedBrowser());
    await page.goto(`${server.url}/#faults`);
  });

  after(async () => {
    await page?.close();
    await server?.close();
  });

  const points = () => emulator.state.server(HARBOUR_LIGHTS.id).members.find(({ id }) => id === NOOR)?.points ?? 0;

  /** Noor checks in through a proxy of her own, and waits for a reply as long as that. */
  async function claim(replyTimeoutMs: number): Promise<number> {
    await using stack = new AsyncDisposableStack();
    const ledger = stack.adopt(sqliteLedger(':memory:'), (one) => one.close());
    const transport = stack.adopt(undiciTransport(), (one) => one.close());
    const proxy = createProxy({
      service: { baseUrl: server.url, apiKey, replyTimeoutMs },
      origins: [SITE],
      actions: { daily: { title: 'Daily', repeats: 'daily', points: POINTS, remark: 'Daily' } },
      ledger,
      transport,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      env: {},
    });
    stack.defer(() => proxy.close());
    const response = await proxy.fetch(
      new Request('https://proxy.example/rewards/actions/daily/claims', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: SITE },
        body: JSON.stringify({ memberId: NOOR }),
      }),
    );
    return response.status;
  }

  const tried = allOr(
    FAULT_PRESETS.filter(({ name }) => FEW.includes(name)),
    FAULT_PRESETS,
  );
  for (const { name, what, fault } of tried) {
    it(`${name}: what it says comes true, and the next claim has its outcome`, async () => {
      const had = points();
      await page.locator(`::-p-aria(${name}, for the next call)`).click();
      await page.waitForFunction(() => document.body.innerText.includes('Applies to the next call.'));
      assert.equal(await claim(fault.kind === 'hang' ? 2_000 : 60_000), OUTCOMES[name] ?? PENDING);
      await page.waitForFunction(() => !document.body.innerText.includes('Applies to'));
      assert.equal(points() - had, /Not executed/.test(what) ? 0 : POINTS, what);
    });
  }
});
