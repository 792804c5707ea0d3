import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Claim } from '../../src/contract/index.ts';
import { createEmulator, type Emulator, HARBOUR_LIGHTS } from '../../src/emulator/index.ts';
import { type Scaffold, scaffold, useEmulator } from '../cli/init/scaffold.ts';
import { linkPackages } from '../support/processes/own-packages.ts';
import { listen } from '../emulator/listen.ts';
import { holdPort } from '../support/http/free-port.ts';
import { type Started, startProgram } from './programs.ts';

/** By the framework's name: where the page is, and what the printed command has to be told beside what it says. */
const SITES: Record<string, { page: string; more?: (port: number) => string[] }> = {
  bun: { page: '/' },
  deno: { page: '/' },
  workers: { page: '/check-in', more: (port) => ['--ip', '127.0.0.1', '--port', String(port)] },
};

/** A site as `rewards init` made it, and the community behind it. */
class Site {
  readonly emulator: Emulator;
  readonly origin: string;
  readonly #scaffold: Scaffold;
  readonly #more: string[];
  #started: Started | null = null;

  private constructor(emulator: Emulator, files: Scaffold, port: number, more: string[]) {
    this.emulator = emulator;
    this.origin = originAt(port);
    this.#scaffold = files;
    this.#more = more;
  }

  static async open(t: TestContext, framework: string, more: (port: number) => string[] = () => []): Promise<Site> {
    const { port, release } = await holdPort();
    const files = await scaffold(t, framework, '--origin', originAt(port));
    await linkPackages(files.folder);
    const emulator = createEmulator({ servers: [{ ...HARBOUR_LIGHTS, apiKey: files.apiKey }] });
    const service = await listen(emulator);
    t.after(() => service.close());
    await useEmulator(files, service.url);
    const site = new Site(emulator, files, port, more(port));
    t.after(() => site.kill());
    await release();
    await site.start();
    return site;
  }

  /** Starts it as the printed steps say. */
  async start(): Promise<void> {
    const { folder, stdout } = this.#scaffold;
    const [, command = ''] = /^ {2}((?:bun|deno|npx wrangler) .+)$/m.exec(stdout) ?? [];
    const [program = '', ...args] = command.replace(/^npx /, '').split(' ');
    const { port } = new URL(this.origin);
    this.#started = startProgram(program, [...args, ...this.#more], { cwd: folder, env: { PORT: port } });
    await this.#started.running.url();
  }

  async kill(): Promise<void> {
    await this.#started?.[Symbol.asyncDispose]();
  }

  async claim(memberId: string, origin = this.origin): Promise<Response> {
    return fetch(`${this.origin}/rewards/actions/daily/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ memberId }),
    });
  }

  /** A member without points. */
  join(memberId: string): string {
    this.emulator.state.addMember(HARBOUR_LIGHTS.id, { id: memberId, name: `Member ${memberId}` });
    return memberId;
  }

  points(memberId: string): number | undefined {
    return this.emulator.state.server(HARBOUR_LIGHTS.id).members.find(({ id }) => id === memberId)?.points;
  }
}

const originAt = (port: number) => `http://127.0.0.1:${port}`;

describe('a site that rewards init made', () => {
  for (const [framework, { page, more }] of Object.entries(SITES)) {
    it(`rewards each once: ${framework}`, async (t) => {
      const site = await Site.open(t, framework, more);

      await t.test('has the page with the tag', async () => {
        const response = await fetch(site.origin + page);
        assert.equal(response.status, 200);
        assert.match(await response.text(), /<rewards-checkin action="daily">/);
      });

      const member = site.join('9000000000000000001');
      await t.test('grants one of many claims at once', async () => {
        const responses = await Promise.all(Array.from({ length: 6 }, () => site.claim(member)));
        const [granted, ...others] = responses.map(({ status }) => status).toSorted((a, b) => a - b);
        assert.deepEqual([granted, new Set(others)], [201, new Set([409])]);
        assert.equal(site.points(member), 10);
      });

      await t.test('writes nothing again when the connection breaks after it was executed', async () => {
        const unlucky = site.join('9000000000000000002');
        site.emulator.faults.set([{ kind: 'reset', at: 'no-reply', executed: true }]);
        const response = await site.claim(unlucky);
        assert.equal(response.status, 202);
        assert.equal(((await response.json()) as Claim).status, 'pending');
        assert.equal(site.points(unlucky), 10);
      });

      await t.test('follows no redirect', async () => {
        const sent = site.join('9000000000000000003');
        site.emulator.faults.set([{ kind: 'status', status: 307, body: 'none' }]);
        assert.equal((await site.claim(sent)).status, 202);
        assert.equal(site.points(sent), 0);
      });

      await t.test('refuses another origin', async () => {
        assert.equal((await site.claim(member, 'https://elsewhere.example')).status, 403);
      });

      await t.test('knows after a kill who was rewarded', async () => {
        await site.kill();
        await site.start();
        assert.equal((await site.claim(member)).status, 409);
        assert.equal(site.points(member), 10);
      });
    });
  }
});
