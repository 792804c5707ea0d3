import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { grant } from '../../src/ledger/conformance/bench.ts';
import { conformance } from '../../src/ledger/conformance/suite.ts';
import { request } from '../../src/ledger/conformance/requests.ts';
import { faultSuite } from '../service/fault-suite.ts';
import { Remote } from './ask.ts';
import { onchainSuite } from './onchain-suite.ts';
import { type Started, startProgram } from './programs.ts';

const HERE = { cwd: fileURLToPath(new URL('.', import.meta.url)) };

interface Runtime {
  /** Starts it, with a folder for what it keeps. */
  start: (folder: string) => Started;
  /** How it reaches the service. */
  via: 'fetch' | 'undici';
  /** Faults in the framing of a reply that its `fetch` reads past. */
  lenient?: readonly string[];
  /** Whether a connection to the service is kept for the next call; true by default. */
  keeps?: boolean;
}

const READ_PAST = [
  'success after an unasked 100 Continue',
  '200 with a length and chunks',
  '200 with line feeds alone',
];

const RUNTIMES: Record<string, Runtime> = {
  Bun: {
    start: (folder) => startProgram('bun', ['server.ts', folder], HERE),
    via: 'fetch',
    lenient: READ_PAST,
    keeps: false,
  },
  Deno: { start: (folder) => startProgram('deno', ['run', '-A', 'server.ts', folder, 'undici'], HERE), via: 'undici' },
  workerd: {
    start: (folder) =>
      startProgram('wrangler', ['dev', '--ip', '127.0.0.1', '--port', '0', '--persist-to', folder], HERE),
    via: 'fetch',
    lenient: [...READ_PAST, '200 whose length is no number'],
  },
};

for (const [name, { start, via, lenient, keeps }] of Object.entries(RUNTIMES)) {
  describe(name, () => {
    const folder = mkdtempSync(join(tmpdir(), 'rewards-runtime-'));
    let started: Started;
    let remote: Remote;

    async function open(): Promise<void> {
      started = start(folder);
      remote = new Remote(await started.running.url());
    }

    async function kill(): Promise<void> {
      await remote?.close();
      await started?.[Symbol.asyncDispose]();
    }

    before(open);

    it('keeps what it said was done, when its process is killed', async () => {
      const ledger = randomUUID();
      const claim = await grant(remote.ledger(ledger), request());
      await kill();
      await open();
      assert.deepEqual(await remote.ledger(ledger).reserve(request()), { kind: 'held', claim });
    });

    after(async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    });

    faultSuite(`${via} in ${name}`, via, { call: (call) => remote.callService(call), lenient, keeps });

    onchainSuite(name, (call) => remote.checkOnchain(call));

    conformance(`the ledger in ${name}`, async () => {
      const ledger = remote.ledger(randomUUID());
      return { ledger, other: async () => ledger, async [Symbol.asyncDispose]() {} };
    });
  });
}

describe('a transport that a runtime cannot have', () => {
  for (const [name, program, args] of [
    ['fetch in Deno, which repeats a request when the connection breaks', 'deno', ['run', '-A', 'server.ts', '.']],
    ['undici in Bun, which has another in its place', 'bun', ['server.ts', '.', 'undici']],
  ] as const) {
    it(`says what to do: ${name}`, async () => {
      await using started = startProgram(program, args, HERE);
      assert.notEqual(await started.running.ended, 0);
      assert.match(started.running.stderr, /give (createProxy a transport, undici|fetch)Transport\(\)/);
    });
  }
});
