import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { grant } from '../ledger/conformance/bench.ts';
import { conformance } from '../ledger/conformance/suite.ts';
import { request } from '../ledger/requests.ts';
import { faultSuite } from '../service/fault-suite.ts';
import { callServiceAt, ledgerAt } from './remote.ts';
import { type Started, startProgram } from './programs.ts';

const HERE = { cwd: new URL('.', import.meta.url).pathname };

interface Runtime {
  /** Starts it, with a folder for what it keeps. */
  start: (folder: string) => Started;
  /** How it reaches the service. */
  via: 'fetch' | 'undici';
}

const RUNTIMES: Record<string, Runtime> = {
  Bun: { start: (folder) => startProgram('bun', ['server.ts', folder], HERE), via: 'fetch' },
  Deno: { start: (folder) => startProgram('deno', ['run', '-A', 'server.ts', folder, 'undici'], HERE), via: 'undici' },
  workerd: {
    start: (folder) =>
      startProgram('wrangler', ['dev', '--ip', '127.0.0.1', '--port', '0', '--persist-to', folder], HERE),
    via: 'fetch',
  },
};

for (const [name, { start, via }] of Object.entries(RUNTIMES)) {
  describe(name, () => {
    const folder = mkdtempSync(join(tmpdir(), 'rewards-runtime-'));
    let started: Started;
    let url: string;

    before(async () => {
      started = start(folder);
      url = await started.running.url();
    });

    it('keeps what it said was done, when its process is killed', async () => {
      const ledger = randomUUID();
      const claim = await grant(ledgerAt(url, ledger), request());
      await started[Symbol.asyncDispose]();
      started = start(folder);
      url = await started.running.url();
      assert.deepEqual(await ledgerAt(url, ledger).reserve(request()), { kind: 'held', claim });
    });

    after(async () => {
      await started?.[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    });

    faultSuite(`${via} in ${name}`, via, (call) => callServiceAt(url, call));

    conformance(`the ledger in ${name}`, async () => {
      const ledger = ledgerAt(url, randomUUID());
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
