import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { conformance } from '../ledger/conformance/suite.ts';
import { ledgerAt } from './ledger-over-http.ts';
import { type Started, startProgram } from './programs.ts';

const HERE = new URL('.', import.meta.url).pathname;

/** How ledgers are had in each runtime, which keep what they have in that folder. */
const RUNTIMES: Record<string, (folder: string) => Started> = {
  'SQLite in Bun': (folder) => startProgram('bun', ['ledger-server.ts', folder], HERE),
  'SQLite in Deno': (folder) => startProgram('deno', ['run', '-A', 'ledger-server.ts', folder], HERE),
  'a Durable Object': (folder) =>
    startProgram('wrangler', ['dev', '--ip', '127.0.0.1', '--port', '0', '--persist-to', folder], HERE),
};

for (const [name, start] of Object.entries(RUNTIMES)) {
  describe(`the ledger of ${name}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'rewards-runtime-'));
    let started: Started;
    let url: string;

    before(async () => {
      started = start(folder);
      url = await started.running.url();
    });

    after(async () => {
      await started?.[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    });

    conformance(name, async () => {
      const ledger = ledgerAt(`${url}/${randomUUID()}`);
      return { ledger, other: async () => ledger, async [Symbol.asyncDispose]() {} };
    });
  });
}
